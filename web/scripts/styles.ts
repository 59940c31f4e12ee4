// antd's styles as one file of the build: vite.config.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createElement, type ComponentType, type ReactNode } from 'react'
import type { Plugin } from 'vite'
import type { Shown } from '../src/theme/choice'

/**
 * antd computes its styles in the browser, each time a component is drawn for the first time, and asks for them each time
 * one is drawn at all; a third of its code is there for that. In the build they are computed once: `virtual:antd.css` has
 * the variables of both themes and what all components share, `virtual:antd/Button.css` what one of them has, which comes
 * with that component; and of antd's code for them nothing remains. While developing and in unit tests antd does it itself.
 *
 * A component whose styles were not computed says so on the console (which the browser tests do not let pass): it belongs
 * into `drawn`.
 */

const FILE = /^\0?virtual:antd(?:\/(\w+))?\.css$/

const STYLES = /[\\/]antd[\\/]es[\\/](?:.*[\\/])?style(?:[\\/][\w-]+)?\.js$/
/** The class that themeOf has antd's variables under. */
const KEY = 'canopy'

const HOOKS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])

interface Extracted {
  /** What all components share, with the variables. */
  common: string
  /** What each has, by its name. */
  own: Map<string, string>
  /** What styles are known by: the component's name and part, and the class that they are for. */
  known: string[]
}

interface Cache {
  cache: Map<string, [uses: number, value: unknown[]]>
}

/** How antd calls a dialog or notice that stands in a page instead of above it. */
const PICTURE = '_InternalPanelDoNotUseOrYouWillBeFired'

/** Each component that the console uses, with the parts that draw themselves only with a certain property. */
async function drawn(): Promise<ReactNode> {
  const antd = await import('antd')
  const { Alert, App, Button, Card, Checkbox, Divider, Drawer, Empty, Flex, Form, Input, InputNumber, Layout, Modal, notification, Popover, Progress, QRCode, Radio, Segmented, Select, Skeleton, Space, Spin, Steps, Switch, Tag, Tooltip } = antd
  const box = (key: number) => createElement('span', { key })
  const e = createElement
  const confirm = Modal[PICTURE] as ComponentType<{ type: string }>
  const told = notification[PICTURE] as ComponentType
  return e(
    App,
    null,
    e(Alert, { title: 'a', showIcon: true }),
    e(Button, null, 'a'),
    e(Card, { loading: true }),
    e(Checkbox.Group, { options: ['a'] }),
    e(Divider),
    e(Drawer),
    e(Empty),
    e(Flex, null, 'a'),
    e(Form, null, e(Form.Item, { label: 'a', name: 'a', help: 'a', validateStatus: 'error' }, e(Input))),
    e(Input.Password),
    e(Input.TextArea),
    e(InputNumber),
    e(Layout, null, e(Layout.Sider), e(Layout.Content)),
    e(Modal),
    e(confirm, { type: 'confirm' }),
    e(told),
    e(Popover, { content: 'a' }, box(0)),
    e(Progress),
    e(QRCode, { value: 'a' }),
    e(Radio.Group, { options: ['a'] }),
    e(Segmented, { options: ['a'] }),
    e(Select),
    e(Skeleton),
    e(Space, null, box(0), box(1)),
    e(Space.Compact, null, e(Button, null, 'a'), e(Input)),
    e(Spin),
    e(Steps, { items: [{ title: 'a' }] }),
    e(Switch),
    e(Tag, { color: 'blue' }),
    e(Tag, { color: 'success' }),
    e(Tooltip, { title: 'a' }, box(0)),
  )
}

/** What antd keeps of its styles after everything was drawn with a theme. */
async function styledBy(shown: Shown): Promise<Cache> {
  const [{ ConfigProvider }, { createCache, StyleProvider }, { renderToString }, { themeOf }] = await Promise.all([import('antd'), import('@ant-design/cssinjs'), import('react-dom/server'), import('../src/theme/tokens')])
  const cache = createCache()
  renderToString(createElement(StyleProvider, { cache, mock: 'server' }, createElement(ConfigProvider, { theme: themeOf(shown, false) }, await drawn())))
  return cache as unknown as Cache
}

/** Names and values of the variables in the text of a rule. */
const variablesIn = (body: string) => new Map([...body.matchAll(/(--[\w-]+):((?:"[^"]*"|'[^']*'|[^;])*);?/g)].map(([, name = '', value = '']) => [name, value]))

/**
 * The variables of a theme. antd writes them for each kind of element; but what is the theme's own, or bears the name of the
 * component, can stand at the root. Only what a component has otherwise than the theme stands with the component.
 */
function variablesOf({ cache }: Cache): { root: Map<string, string>; own: Map<string, Map<string, string>> } {
  const rules = (prefix: string, at: number) =>
    [...cache].filter(([key]) => key.startsWith(`${prefix}%`)).flatMap(([, [, value]]) => [...String(value[at] ?? '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => [selector, variablesIn(body)] as const))
  // Pictures of dialogs and notices have a theme of their own, without motion.
  const theme = new Map(rules('token', 3).flatMap(([selector, variables]) => (selector === `.${KEY}` ? [...variables] : [])))
  const root = new Map(theme)
  const own = new Map<string, Map<string, string>>()
  for (const [selector, variables] of rules('cssVar', 1)) {
    const kind = selector.replace(/^\.[\w-]+(?=\.)/, '')
    for (const [name, value] of variables) {
      if (theme.get(name) === value) continue
      if (theme.has(name)) own.set(kind, (own.get(kind) ?? new Map()).set(name, value))
      else if (root.has(name) && root.get(name) !== value) throw new Error(`${name} is ${root.get(name)} and ${value}`)
      else root.set(name, value)
    }
  }
  return { root, own }
}

/**
 * What antd has styles for and the console never asks for: by the classes that are left out, and by what a source that asks
 * for them would have. A build fails when one does: then the line must go.
 */
const UNASKED: [classes: RegExp, asked: RegExp][] = [
  [/-rtl\b/, /direction="rtl"/],
  [/\.ant-col-|\.ant-row-(?:space|start|center|end|top|middle|bottom|no)/, /\b(?:Row|Col)\b[^']*\} from 'antd'|labelCol|wrapperCol/],
  [/-(?:borderless|underlined)\b/, /'(?:borderless|underlined)'|"(?:borderless|underlined)"/],
  [/\.ant-input-(?:group(?!-addon\w)|search|number-group)|-group-addon/, /Input\.(?:Group|Search)|addon(?:Before|After)/],
  [/\.ant-radio-button|\.ant-radio-group-solid/, /Radio\.Button|optionType/],
  [/\.ant-notification-notice-pure-panel/, /_InternalPanel/],
  [/\.ant-steps-(?:panel|navigation|dot|inline|with-progress)/, /<Steps[^>]*type="(?:panel|navigation|dot|inline)"|<Steps[^>]*percent/],
  [/\.ant-(?:btn|tag)(?:-color)?-(?:pink|magenta|volcano|lime|cyan|purple|orange|yellow)\b/, /'(?:pink|magenta|volcano|lime|cyan|purple|orange|yellow)'|color="(?:pink|magenta|volcano|lime|cyan|purple|orange|yellow)"/],
  [/\.ant-skeleton-(?:image|node|avatar|input|button|element)|\.ant-skeleton-with-avatar/, /Skeleton\.(?:Image|Node|Avatar|Input|Button)|<Skeleton[^>]*avatar/],
  [/\.ant-drawer-(?:right|top|bottom)\b/, /<Drawer(?![^>]*placement="left")[^>]*>/],
  [/\.ant-progress-(?:circle|steps)/, /<Progress[^>]*(?:type=|steps=)/],
  [/\.ant-layout-(?:header|footer)|\.ant-layout-sider-(?:dark|trigger|zero-width|collapsed)/, /Layout\.(?:Header|Footer)|collapsible/],
  [/\.ant-card-(?:grid|meta|type-inner|cover|contain-tabs|hoverable)/, /Card\.(?:Grid|Meta)|<Card[^>]*(?:type="inner"|cover=|tabList|hoverable)/],
  [/\.ant-segmented-vertical/, /<Segmented[^>]*(?:vertical|orientation)/],
]

/** The rules without those whose every selector has a class that nothing asks for; then without what is empty. */
function asked(css: string): string {
  // What must not be there may well not be there.
  const isAsked = (selector: string) => !UNASKED.some(([classes]) => classes.test(selector.replaceAll(/:not\([^()]*\)/g, '')))
  const left = css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selectors: string, body: string) => {
    if (/^\s*(?:@|\d|from|to)/.test(selectors)) return rule
    const kept = selectors.split(/,(?![^(]*\))/).filter(isAsked)
    return kept.length === 0 || body.trim() === '' ? '' : `${kept.join(',')}{${body}}`
  })
  return left.replace(/@(?:media|supports)[^{}]*\{\s*\}/g, '')
}

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** The console's own sources, styles included. */
const sources = (): [path: string, text: string][] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(SRC, path), 'utf8')])

/** Only the variables that something is written with. */
function needed(variables: Map<string, string>, texts: readonly string[]): Map<string, string> {
  const names = (text: string) => text.match(/--ant-[\w-]+/g) ?? []
  const wanted = new Set(texts.flatMap(names))
  // A value may be another variable's.
  for (const name of wanted) for (const next of names(variables.get(name) ?? '')) wanted.add(next)
  return new Map([...variables].filter(([name]) => wanted.has(name)))
}

const written = (variables: Iterable<[string, string]>): string => [...variables].map(([name, value]) => `${name}:${value};`).join('')

const differing = (these: Map<string, string>, those: Map<string, string>) => [...these].filter(([name, value]) => those.get(name) !== value)

type Style = [text: string, id: string, effects: Record<string, string>, clientOnly: boolean | undefined, order: number]

const stylesOf = ({ cache }: Cache) => [...cache].filter(([key]) => key.startsWith('style%')).map(([key, [, value]]) => [key, value as Style] as const)

/** Styles that are of no component. */
const SHARED = ['ant', 'Shared']

/** `Button` of the key of `Button-compact`. */
const componentOf = (key: string): string => key.split('%')[2]?.split('-')[0] ?? ''

async function extract(): Promise<Extracted> {
  const [{ createCache, extractStyle }, light, dark] = await Promise.all([import('@ant-design/cssinjs'), styledBy('light'), styledBy('dark')])
  const kept = stylesOf(light)
  const inDark = new Map(stylesOf(dark))
  for (const [key, [text]] of kept) if (inDark.get(key)?.[0] !== text) throw new Error(`${key} is not the same in both themes`)
  // In the browser those count as well that a server leaves to it.
  for (const [, style] of kept) style[3] = false
  const { iconStyles } = createRequire(import.meta.url)('@ant-design/icons/lib/utils') as { iconStyles: string }
  const files = sources()
  for (const [path, text] of files) for (const [, wants] of UNASKED) if (wants.test(text)) throw new Error(`${path} asks for what scripts/styles.ts leaves out: ${wants}`)
  const own = new Map<string, string>()
  for (const name of new Set(kept.map(([key]) => componentOf(key)))) {
    const part = createCache()
    for (const [key, entry] of light.cache) if (key.startsWith('style%') && componentOf(key) === name) part.cache.set(key, entry as never)
    own.set(name, asked(extractStyle(part, { plain: true, types: ['style'] }).replace(/\.data-ant-cssinjs-cache-path\{.*$/s, '')))
  }
  const texts = [...own.values(), ...files.map(([, text]) => text)]
  const [base, night] = [variablesOf(light), variablesOf(dark)]
  const [root, nightRoot] = [needed(base.root, texts), needed(night.root, texts)]
  const common = [
    iconStyles,
    `:root{${written(root)}}`,
    `:root[data-theme='dark']{${written(differing(nightRoot, root))}}`,
    ...[...base.own].map(([kind, variables]) => `:root:not([data-theme='dark']) ${kind}{${written(variables)}}`),
    ...[...night.own].map(([kind, variables]) => `:root[data-theme='dark'] ${kind}{${written(variables)}}`),
    ...SHARED.map((name) => own.get(name) ?? ''),
  ].join('\n')
  return { common, own, known: kept.map(([key]) => key.split('%').slice(2, 4).join(' ')) }
}

/** antd's hooks with nothing left to do but to notice what the file lacks. */
const hooks = (known: readonly string[]) => `
const known = new Set(${JSON.stringify(known)})
const nameOf = (component) => (Array.isArray(component) ? component : [component, component]).join('-')
const check = (name, prefixCls) => {
  const key = name + ' ' + prefixCls
  if (known.has(key)) return
  known.add(key)
  console.error('antd.css has no styles of ' + key)
}
export const genComponentStyleHook = (component) => {
  const name = nameOf(component)
  return (prefixCls) => {
    check(name, prefixCls)
    return ''
  }
}
export const genStyleHooks = (component) => {
  const name = nameOf(component)
  const none = ['', '']
  return (prefixCls) => {
    check(name, prefixCls)
    return none
  }
}
export const genSubStyleComponent = (component) => {
  const name = nameOf(component)
  return ({ prefixCls }) => {
    check(name, prefixCls)
    return null
  }
}
export const genCssVar = (antCls, component) => {
  const prefix = '--' + antCls.replace(/\\./g, '') + '-' + component + '-'
  return [(name) => prefix + name, (name, fallback) => (fallback ? 'var(' + prefix + name + ', ' + fallback + ')' : 'var(' + prefix + name + ')')]
}
`

/**
 * The tokens of a theme for those few components that reckon with them. Measures, which all themes share, are known; the rest
 * (colours, most of all) takes as long to compute as three rows take to be drawn, and is computed when something asks for it.
 */
const tokens = (shared: object) => `
const measures = ${JSON.stringify(shared)}
const made = new WeakMap()
const useCacheToken = (theme, [seed, root], { override, getComputedToken }) => {
  let token = made.get(override)
  if (!token) {
    const known = { ...measures, motion: root.motion ?? seed.motion }
    let all
    const whole = () => (all ??= getComputedToken({ ...seed, ...root }, override, theme))
    token = new Proxy(known, {
      get: (_, name) => (name in known ? known[name] : whole()[name]),
      has: (_, name) => name in whole(),
      ownKeys: () => Reflect.ownKeys(whole()),
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(whole(), name)
        return found && { ...found, configurable: true }
      },
    })
    made.set(override, token)
  }
  return [token, '', token]
}
`

/** What is no colour and the same in all themes: numbers, by their names. */
async function measures(): Promise<object> {
  const [{ theme }, { themeOf }] = await Promise.all([import('antd'), import('../src/theme/tokens')])
  const [light, dark] = (['light', 'dark'] as const).map((shown) => theme.getDesignToken(themeOf(shown, false)) as unknown as Record<string, unknown>)
  return Object.fromEntries(Object.entries(light ?? {}).filter(([name, value]) => typeof value === 'number' && dark?.[name] === value))
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

/** A file of styles without how they are made: of each hook its name, of animations that nothing then uses not even that. They come as a file instead. */
function withoutStyles(code: string, program: Node, own: ReadonlyMap<string, string>): string {
  const cuts: [start: number, end: number, text: string][] = []
  const names = new Set<string>()
  walk(program, (node) => {
    const callee = node.callee as Node | undefined
    if (node.type === 'NewExpression' && callee?.name === 'Keyframes') cuts.push([node.start, node.start, '/* @__PURE__ */ '])
    if (node.type !== 'CallExpression' || !HOOKS.has(String(callee?.name))) return
    const [first, ...rest] = node.arguments as Node[]
    const last = rest.at(-1)
    if (first && last) cuts.push([first.end, last.end, ''])
    const name = /\w+/.exec(first ? code.slice(first.start, first.end) : '')?.[0]
    if (name && own.has(name)) names.add(name)
  })
  let left = code
  for (const [start, end, text] of cuts.toSorted((a, b) => b[0] - a[0])) left = left.slice(0, start) + text + left.slice(end)
  return [...[...names].map((name) => `import 'virtual:antd/${name}.css'\n`), left].join('')
}

/** `code` with what matches taken out; fails when nothing does: antd has changed, and this file must follow. */
function changed(id: string, code: string, what: RegExp, by: string): string {
  if (!what.test(code)) throw new Error(`${id} is not as it was: ${what}`)
  return code.replace(what, by)
}

export function antdStyles(): Plugin {
  let build = false
  let extracted: Promise<Extracted> | undefined
  const once = () => (extracted ??= extract())
  return {
    name: 'antd-styles',
    enforce: 'pre',
    configResolved(config) {
      build = config.command === 'build'
    },
    // With a name of a file, so that it goes the way of all styles.
    resolveId: (source) => (FILE.test(source) ? `\0${source}` : null),
    async load(id) {
      const found = FILE.exec(id)
      if (!found) return null
      if (!build) return ''
      const { common, own } = await once()
      return found[1] === undefined ? common : (own.get(found[1]) ?? '')
    },
    async transform(code, id) {
      if (!build) return null
      const [path = id] = id.split('?')
      if (/[\\/]@ant-design[\\/]cssinjs(-utils)?[\\/]/.test(path)) return { code, moduleSideEffects: false }
      if (/[\\/]@ant-design[\\/]icons[\\/]es[\\/]renderUtils\.js$/.test(path)) return { code: changed(path, code, /export const useInsertStyles = [\s\S]*$/, 'export const useInsertStyles = () => {}\n') }
      if (!/[\\/]antd[\\/]es[\\/]/.test(path)) return null
      if (/[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/.test(path)) return { code: hooks((await once()).known) }
      if (/[\\/]theme[\\/]util[\\/]useResetIconStyle\.js$/.test(path)) return { code: 'export default () => {}' }
      if (/[\\/]theme[\\/]useToken\.js$/.test(path)) return { code: changed(path, code, /import \{ useCacheToken \} from '@ant-design\/cssinjs';/, tokens(await measures())) }
      if (STYLES.test(path)) return { code: withoutStyles(code, this.parse(code) as unknown as Node, (await once()).own) }
      return null
    },
  }
}
