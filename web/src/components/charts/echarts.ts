// The only import of echarts: what our charts are drawn with and nothing more. Version 5: a page with what 6 brings along
// would be larger than a page may be.
import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { connect, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

register([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

export { connect, init }
export type { EChartsType } from 'echarts/core'
