// The only import of echarts: what our charts are drawn with and nothing more.
import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { connect, disconnect, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

export { connect, disconnect, init }
export type { EChartsType } from 'echarts/core'
