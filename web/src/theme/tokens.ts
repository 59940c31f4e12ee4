import { theme, type ThemeConfig } from 'antd'
import type { Shown } from './choice'

/**
 * antd's own palettes miss the contrast of WCAG AA in both themes: 4.5:1 for text, 3:1 for the edges of controls. Seeds
 * alone do not mend it (each tone is derived again from them), so a second algorithm runs after antd's and sets what must
 * be readable. `tokens.test.ts` measures every pair that is used.
 */

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>

/** A tone of a palette has two names: the one of version 5, which antd reads, and the one its CSS variable is made from. */
const tones = (by: Record<string, string>) => Object.fromEntries(Object.entries(by).flatMap(([name, value]) => [[`${name}7`, value], [`${name}-7`, value]]))

const LIGHT = {
  colorLink: '#0b57d0',
  colorLinkHover: '#0842a0',
  colorLinkActive: '#062e6f',
  colorPrimaryHover: '#0842a0',
  colorSuccess: '#1a7f37',
  colorWarning: '#8a5d00',
  colorErrorHover: '#a31815',
  colorErrorActive: '#7d0f0d',
  colorTextSecondary: 'rgba(0,0,0,0.68)',
  colorTextTertiary: 'rgba(0,0,0,0.62)',
  colorTextQuaternary: 'rgba(0,0,0,0.57)',
  colorBgLayout: '#f4f6f9',
  colorBorder: '#868e99',
  colorBorderSecondary: '#e3e7ec',
  ...tones({ green: '#1d6b0b', gold: '#7a4d00', orange: '#8f3f00', red: '#a8071a', blue: '#0842a0', geekblue: '#1d39c4' }),
}

const DARK = {
  colorLink: '#7db0ff',
  colorLinkHover: '#a8caff',
  colorLinkActive: '#d3e3ff',
  colorPrimary: '#3468c4',
  colorPrimaryHover: '#3a72d4',
  colorPrimaryActive: '#2a57a8',
  colorPrimaryBg: '#1b2c49',
  colorPrimaryBgHover: '#22385d',
  colorInfo: '#7db0ff',
  // As bright as text must be, so that what is written on it is dark (`dangerColor` below).
  colorError: '#ff7b72',
  colorErrorText: '#ff7b72',
  colorErrorHover: '#ffa198',
  colorErrorActive: '#ffb3ab',
  colorErrorBg: '#2d1517',
  colorTextSecondary: 'rgba(255,255,255,0.72)',
  colorTextTertiary: 'rgba(255,255,255,0.66)',
  colorTextQuaternary: 'rgba(255,255,255,0.58)',
  colorBgLayout: '#0d1117',
  colorBgContainer: '#161b22',
  colorBgElevated: '#1d242d',
  colorBgSpotlight: '#3b4653',
  colorBorder: '#667180',
  colorBorderSecondary: '#2b333d',
  ...tones({ geekblue: '#8ea8ff', red: '#ff8f88', blue: '#7db0ff' }),
}

const readableLight: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...LIGHT })
const readableDark: Algorithm = (seed, map) => ({ ...(map ?? theme.darkAlgorithm(seed)), ...DARK })

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

const SELECTED = '#a8caff'

/** A switch that is off takes the tone of faint text; as a shape it may be fainter. */
const SWITCH = { colorTextQuaternary: 'rgba(0,0,0,0.47)', colorTextTertiary: 'rgba(0,0,0,0.57)' }

/** What antd would take from a tone that is right elsewhere. */
const COMPONENTS: Record<Shown, NonNullable<ThemeConfig['components']>> = {
  light: {
    Layout: { headerPadding: 0 },
    Switch: SWITCH,
    // A button is known by its words: its edge may be quiet.
    Button: { defaultBorderColor: '#c3cad3', defaultShadow: 'none', primaryShadow: 'none', dangerShadow: 'none' },
  },
  dark: {
    Layout: { headerPadding: 0 },
    Button: {
      defaultBorderColor: '#4a5563',
      defaultHoverColor: SELECTED,
      defaultHoverBorderColor: '#7db0ff',
      defaultActiveColor: '#d3e3ff',
      defaultActiveBorderColor: '#7db0ff',
      dangerColor: '#1c0706',
      defaultShadow: 'none',
      primaryShadow: 'none',
      dangerShadow: 'none',
    },
    Dropdown: { colorPrimary: SELECTED },
    Menu: { itemSelectedColor: SELECTED },
    Tabs: { itemSelectedColor: SELECTED },
    Pagination: { itemActiveColor: SELECTED },
  },
}

export function themeOf(shown: Shown, still: boolean): ThemeConfig {
  const dark = shown === 'dark'
  return {
    cssVar: { key: 'canopy' },
    hashed: false,
    algorithm: dark ? [theme.darkAlgorithm, readableDark] : [theme.defaultAlgorithm, readableLight],
    token: {
      colorPrimary: dark ? '#3a76e0' : '#0b57d0',
      colorInfo: dark ? '#3a76e0' : '#0b57d0',
      colorError: dark ? '#d9363e' : '#c5221f',
      ...(dark ? { colorBgBase: '#0d1117' } : {}),
      colorTextPlaceholder: dark ? 'rgba(255,255,255,0.6)' : 'rgba(0,0,0,0.58)',
      colorTextDisabled: dark ? 'rgba(255,255,255,0.4)' : 'rgba(0,0,0,0.4)',
      borderRadius: 8,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      motion: !still,
    },
    components: COMPONENTS[shown],
  }
}
