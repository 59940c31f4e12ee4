import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import type { Shown } from './choice'
import { themeOf } from './tokens'

// WCAG 2.2: text 1.4.3, what a control is known by 1.4.11.
const TEXT = 4.5
const EDGE = 3

type Colour = [red: number, green: number, blue: number, alpha: number]

function parsed(text: string): Colour {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
    const [red = 0, green = 0, blue = 0] = digits.map((pair) => Number.parseInt(pair, 16))
    return [red, green, blue, 1]
  }
  const numbers = /^rgba?\(([\d., ]+)\)$/.exec(text)?.[1]?.split(',').map(Number)
  if (!numbers || numbers.length < 3) throw new Error(`No colour: ${text}`)
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers
  return [red, green, blue, alpha]
}

/** What is seen when `above` lies on `below`. */
const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1]

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SRC = resolve(__dirname, '..')
function sources(folder: string, kind: RegExp): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path, kind)
    return kind.test(name) && !/\.test\./.test(name) ? [readFileSync(path, 'utf8')] : []
  })
}

/** Token names as `theme` calls them, of the variables that our styles write text with: --ant-color-text, --ant-blue-7. */
const written = [...new Set(sources(SRC, /\.css$/).flatMap((css) => [...css.matchAll(/(?:^|[\s;{])color: var\(--ant-([a-z0-9-]+)\)/g)].map((match) => match[1] ?? '')))].map((name) =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
)
const tags = [...new Set(sources(SRC, /\.tsx$/).flatMap((code) => [...code.matchAll(/'(blue|geekblue|gold|green|orange|red|cyan|purple|magenta|volcano|lime)'/g)].map((match) => match[1] ?? '')))]

describe.each<Shown>(['light', 'dark'])('the %s theme can be read', (shown) => {
  const config = themeOf(shown, true)
  const tokens = theme.getDesignToken(config) as unknown as Record<string, string>
  const button = config.components?.Button as Record<string, string>
  const token = (name: string): string => {
    const value = tokens[name]
    if (value === undefined) throw new Error(`No token ${name}`)
    return value
  }
  const page = parsed(token('colorBgLayout'))
  const on = (background: string, below: Colour = page) => over(parsed(background), below)
  const card = on(token('colorBgContainer'))
  const popup = on(token('colorBgElevated'))
  const surfaces = { page, card, popup, hovered: on(token('colorFillTertiary'), card) }
  const ratio = (text: string, background: Colour) => contrast(over(parsed(text), background), background)

  it.each(['colorText', 'colorTextSecondary', 'colorTextTertiary', 'colorTextQuaternary', 'colorTextPlaceholder', 'colorTextDescription', 'colorLink', 'colorLinkHover', 'colorLinkActive', 'colorError', 'colorErrorHover', 'colorErrorText', 'colorSuccess', 'colorWarning'])(
    '%s as text',
    (name) => {
      for (const [where, background] of Object.entries(surfaces)) expect(ratio(token(name), background), where).toBeGreaterThanOrEqual(TEXT)
    },
  )

  it('what our own styles write', () => {
    expect(written.length).toBeGreaterThan(5)
    for (const name of written) for (const [where, background] of Object.entries(surfaces)) expect(ratio(token(name), background), `${name} on ${where}`).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(tags)('a %s tag', (colour) => {
    expect(ratio(token(`${colour}7`), on(token(`${colour}1`), card))).toBeGreaterThanOrEqual(TEXT)
  })

  it.each([
    ['primary', 'colorTextLightSolid', ['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive']],
    ['danger', button.dangerColor ?? 'colorTextLightSolid', ['colorError', 'colorErrorHover', 'colorErrorActive']],
  ])('a solid %s button, hovered and pressed', (_, text, backgrounds) => {
    for (const background of backgrounds) expect(ratio(tokens[text] ?? text, on(token(background), card)), background).toBeGreaterThanOrEqual(TEXT)
  })

  it('a quiet button, hovered and pressed', () => {
    for (const text of [token('colorText'), button.defaultHoverColor ?? token('colorPrimaryHover'), button.defaultActiveColor ?? token('colorPrimaryActive')])
      for (const background of [card, popup]) expect(ratio(text, background), text).toBeGreaterThanOrEqual(TEXT)
  })

  it('a quiet danger button, hovered', () => {
    expect(ratio(token('colorError'), on(token('colorErrorBg'), card))).toBeGreaterThanOrEqual(TEXT)
    expect(ratio(token('colorErrorHover'), on(token('colorErrorBg'), card))).toBeGreaterThanOrEqual(TEXT)
  })

  it('what is chosen in menus and lists', () => {
    const chosen = on(token('colorPrimaryBg'), card)
    const menu = config.components?.Menu?.itemSelectedColor ?? token('colorPrimary')
    const dropped = config.components?.Dropdown?.colorPrimary ?? token('colorPrimary')
    expect(ratio(menu, chosen)).toBeGreaterThanOrEqual(TEXT)
    expect(ratio(dropped, on(token('colorPrimaryBg'), popup))).toBeGreaterThanOrEqual(TEXT)
    expect(ratio(token('colorText'), on(token('colorPrimaryBg'), popup))).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(['Info', 'Success', 'Warning', 'Error'])('an alert of kind %s', (kind) => {
    const background = on(token(`color${kind}Bg`), card)
    expect(ratio(token('colorText'), background)).toBeGreaterThanOrEqual(TEXT)
    expect(ratio(token(`color${kind}`), background)).toBeGreaterThanOrEqual(EDGE)
  })

  it('a tooltip', () => expect(ratio(token('colorTextLightSolid'), on(token('colorBgSpotlight'), card))).toBeGreaterThanOrEqual(TEXT))

  it('the edges of fields, boxes and switches', () => {
    for (const name of ['colorBorder', 'colorPrimary', 'colorPrimaryHover', 'colorError', 'colorTextQuaternary']) expect(ratio(token(name), card), name).toBeGreaterThanOrEqual(EDGE)
  })
})
