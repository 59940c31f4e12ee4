import { theme, type ThemeConfig } from 'antd'
import type { Shown } from './choice'

/**
 * antd's own palettes miss the contrast of WCAG AA in both themes. Seeds alone do not mend it (links are derived again
 * from them), so a second algorithm runs after antd's and sets what must be readable.
 */

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>

const LIGHT = {
  colorLink: '#0b57d0',
  colorLinkHover: '#0842a0',
  colorLinkActive: '#062e6f',
  colorTextSecondary: 'rgba(0,0,0,0.68)',
  colorTextTertiary: 'rgba(0,0,0,0.62)',
  colorTextQuaternary: 'rgba(0,0,0,0.45)',
  colorBgLayout: '#f4f6f9',
  'green-7': '#1d6b0b',
  green7: '#1d6b0b',
  'gold-7': '#7a4d00',
  gold7: '#7a4d00',
  'orange-7': '#8f3f00',
  orange7: '#8f3f00',
  'red-7': '#a8071a',
  red7: '#a8071a',
  'blue-7': '#0842a0',
  blue7: '#0842a0',
}

const DARK = {
  colorLink: '#7db0ff',
  colorLinkHover: '#a8caff',
  colorLinkActive: '#d3e3ff',
  colorTextSecondary: 'rgba(255,255,255,0.72)',
  colorTextTertiary: 'rgba(255,255,255,0.66)',
  colorTextQuaternary: 'rgba(255,255,255,0.45)',
}

const readableLight: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...LIGHT })
const readableDark: Algorithm = (seed, map) => ({ ...(map ?? theme.darkAlgorithm(seed)), ...DARK })

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

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
      ...(dark ? { colorBgBase: '#0e1318' } : {}),
      colorTextPlaceholder: dark ? 'rgba(255,255,255,0.6)' : 'rgba(0,0,0,0.58)',
      borderRadius: 8,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      motion: !still,
    },
    components: {
      Layout: { headerPadding: 0 },
      ...(dark
        ? { Menu: { itemSelectedColor: '#a8caff' }, Tabs: { itemSelectedColor: '#a8caff' }, Pagination: { itemActiveColor: '#a8caff' } }
        : {}),
    },
  }
}
