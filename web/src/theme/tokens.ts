import { theme, type ThemeConfig } from 'antd'
import type { Shown } from './choice'

/**
 * antd's own palettes miss the contrast of WCAG AA in both themes: 4.5:1 for text, 3:1 for the edges of controls. Seeds
 * alone do not mend it (each tone is derived again from them), so a second algorithm runs after antd's and sets what must
 * be readable. `tokens.test.ts` measures every pair that is used.
 *
 * Green, amber, red and blue are for states alone; the accent is petrol, which no state has, and says "you are here" and
 * "you can go there". Greys lean a trace towards it.
 */

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>

/** Text and fill of tags by palette: tones 7 and 1. A tone has two names: the one of version 5, which antd reads, and the one its CSS variable is made from. */
const tones = (by: Record<string, [text: string, fill: string]>) =>
  Object.fromEntries(
    Object.entries(by).flatMap(([name, [text, fill]]) => [
      [`${name}7`, text],
      [`${name}-7`, text],
      [`${name}1`, fill],
      [`${name}-1`, fill],
    ]),
  )

const LIGHT = {
  colorLink: '#0a6a72',
  colorLinkHover: '#07565d',
  colorLinkActive: '#054349',
  colorPrimary: '#0a6a72',
  colorPrimaryHover: '#07565d',
  colorPrimaryActive: '#054349',
  colorPrimaryBg: '#e0f1f1',
  colorPrimaryBgHover: '#d2e9ea',
  colorPrimaryBorder: '#9fcdd0',
  colorSuccess: '#1a7440',
  colorSuccessBg: '#e5f4eb',
  colorSuccessBorder: '#b5dcc4',
  colorWarning: '#8a5300',
  colorWarningBg: '#fdf1d8',
  colorWarningBgHover: '#fbe3b3',
  colorWarningBorder: '#ecd39b',
  colorError: '#b42318',
  colorErrorText: '#b42318',
  colorErrorHover: '#961c12',
  colorErrorActive: '#7a150d',
  colorErrorBg: '#fdeceb',
  colorErrorBgHover: '#fbdfdd',
  colorErrorBorder: '#f1bdb9',
  colorInfo: '#1f5fbf',
  colorInfoBg: '#e8f0fc',
  colorInfoBorder: '#bdd3f3',
  colorText: '#131a1b',
  colorTextSecondary: '#4a5658',
  colorTextTertiary: '#566264',
  colorTextQuaternary: '#5c6869',
  colorBgLayout: '#f6f8f8',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorBgSpotlight: '#2b3638',
  colorFill: 'rgba(10,60,62,0.16)',
  colorFillSecondary: 'rgba(10,60,62,0.10)',
  colorFillTertiary: 'rgba(10,70,72,0.07)',
  colorFillQuaternary: 'rgba(10,70,72,0.055)',
  colorBorder: '#7f8b8d',
  colorBorderSecondary: '#e1e8e8',
  boxShadowSecondary: '0 8px 24px rgb(0 0 0/.12)',
  ...tones({
    green: ['#14603a', '#e5f4eb'],
    gold: ['#7a4800', '#fdf1d8'],
    red: ['#9b1c12', '#fdeceb'],
    blue: ['#1b4f9e', '#e8f0fc'],
    geekblue: ['#3f3aa8', '#eeedfb'],
  }),
}

const DARK = {
  colorLink: '#5cc8cf',
  colorLinkHover: '#8bdde2',
  colorLinkActive: '#b6ecef',
  colorPrimary: '#14767e',
  colorPrimaryHover: '#178089',
  colorPrimaryActive: '#116b73',
  colorPrimaryBg: '#11353a',
  colorPrimaryBgHover: '#164248',
  colorPrimaryBorder: '#1d565d',
  colorSuccess: '#5fcf8b',
  colorSuccessBg: '#12291d',
  colorSuccessBorder: '#22492f',
  colorWarning: '#e5b34d',
  colorWarningBg: '#2e2410',
  colorWarningBgHover: '#453616',
  colorWarningBorder: '#554118',
  // As bright as text must be, so that what is written on it is dark (`dangerColor` below).
  colorError: '#ff8a80',
  colorErrorText: '#ff8a80',
  colorErrorHover: '#ffa69e',
  colorErrorActive: '#ffbab4',
  colorErrorBg: '#35191a',
  colorErrorBgHover: '#452022',
  colorErrorBorder: '#5e2a2c',
  colorInfo: '#84b4ff',
  colorInfoBg: '#17263f',
  colorInfoBorder: '#284167',
  colorText: '#e6ecec',
  colorTextSecondary: '#a9b6b8',
  colorTextTertiary: '#9aa8aa',
  colorTextQuaternary: '#93a1a3',
  colorBgLayout: '#0b1011',
  colorBgContainer: '#12181a',
  colorBgElevated: '#1b2326',
  colorBgSpotlight: '#3a474a',
  colorFill: 'rgba(220,245,250,0.14)',
  colorFillSecondary: 'rgba(220,245,250,0.09)',
  colorFillTertiary: 'rgba(220,245,250,0.05)',
  colorFillQuaternary: 'rgba(220,245,250,0.035)',
  colorBorder: '#66757a',
  colorBorderSecondary: '#263033',
  boxShadowSecondary: '0 8px 24px rgb(0 0 0/.5)',
  ...tones({
    green: ['#7ddba3', '#12291d'],
    gold: ['#edc06a', '#2e2410'],
    red: ['#ff9d94', '#35191a'],
    blue: ['#9cc3ff', '#17263f'],
    geekblue: ['#b3b0ff', '#23224a'],
  }),
}

const readableLight: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...LIGHT })
const readableDark: Algorithm = (seed, map) => ({ ...(map ?? theme.darkAlgorithm(seed)), ...DARK })

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

/** A switch that is off takes the tone of faint text; as a shape it may be fainter. */
const SWITCH = { colorTextQuaternary: '#6f7b7d', colorTextTertiary: '#5c6869' }

type Components = NonNullable<ThemeConfig['components']>

/** What antd would take from a tone that is right elsewhere; `selected` is the colour of chosen words in menus, tabs and pages. */
const components = ({ selected, edge, head, track }: Record<'selected' | 'edge' | 'head' | 'track', string>, dark: boolean): Components => ({
  Layout: { headerHeight: 52, headerPadding: 0 },
  Menu: { itemHeight: 36, itemBorderRadius: 6, itemMarginInline: 8, iconSize: 16, itemSelectedColor: selected },
  Table: { headerBg: head, headerSplitColor: 'transparent', cellPaddingBlock: 10, cellPaddingBlockSM: 6, cellPaddingInline: 12 },
  // A button is known by its words: its edge may be quiet.
  Button: {
    fontWeight: 500,
    paddingInline: 14,
    defaultBorderColor: edge,
    defaultShadow: 'none',
    primaryShadow: 'none',
    dangerShadow: 'none',
    ...(dark ? { defaultHoverColor: selected, defaultHoverBorderColor: '#5cc8cf', defaultActiveColor: '#b6ecef', defaultActiveBorderColor: '#5cc8cf', dangerColor: '#1c0706' } : {}),
  },
  Dropdown: { colorPrimary: selected },
  Tabs: { itemSelectedColor: selected, inkBarColor: selected, horizontalItemGutter: 24, horizontalMargin: '0 0 16px' },
  Pagination: { itemActiveColor: selected },
  Segmented: { trackBg: track, trackPadding: 2 },
  Alert: { withDescriptionPadding: '12px 16px', withDescriptionIconSize: 18 },
  Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px', labelHeight: 20 },
  Progress: { lineBorderRadius: 3 },
  Steps: { iconSizeSM: 22 },
  Modal: { titleFontSize: 16 },
  Notification: { width: 360 },
  Timeline: { dotBg: 'transparent', itemPaddingBottom: 12 },
  Tag: dark ? { defaultBg: '#232c2e', defaultColor: '#b4c0c1' } : { defaultBg: '#edf1f1', defaultColor: '#46524f' },
  ...(dark ? {} : { Switch: SWITCH }),
})

const COMPONENTS: Record<Shown, Components> = {
  light: components({ selected: '#0a6a72', edge: '#c2cfcf', head: '#f0f4f4', track: '#e3eaea' }, false),
  dark: components({ selected: '#8bdde2', edge: '#3d4b50', head: '#182023', track: '#1f282b' }, true),
}

export function themeOf(shown: Shown, still: boolean): ThemeConfig {
  const dark = shown === 'dark'
  return {
    cssVar: { key: 'canopy' },
    hashed: false,
    algorithm: dark ? [theme.darkAlgorithm, readableDark] : [theme.defaultAlgorithm, readableLight],
    token: {
      colorPrimary: dark ? '#14767e' : '#0a6a72',
      colorInfo: dark ? '#84b4ff' : '#1f5fbf',
      colorError: dark ? '#ff8a80' : '#b42318',
      ...(dark ? { colorBgBase: '#0b1011' } : {}),
      colorTextPlaceholder: dark ? '#93a1a3' : '#5c6869',
      colorTextDisabled: dark ? 'rgba(230,236,236,0.4)' : 'rgba(19,26,27,0.4)',
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 4,
      controlHeight: 32,
      fontSize: 14,
      motionDurationMid: '0.12s',
      fontFamily: FONT,
      fontFamilyCode: MONO,
      motion: !still,
    },
    components: COMPONENTS[shown],
  }
}
