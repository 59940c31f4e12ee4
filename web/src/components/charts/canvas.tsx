import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { zone } from '@/lib/time'
import { useShownTheme } from '@/theme/choice'
import { connect, type EChartsType, init } from './echarts'
import { axisWords, momentWords } from './times'
import { alone, type Line, ticks } from './series'

export interface CanvasProps {
  lines: readonly Line[]
  /** Milliseconds. */
  from: number
  to: number
  /** How a value is written. */
  format: (value: number) => string
  /** Values are whole numbers: the axis names no others. */
  whole?: boolean
  /** The axis goes so far at least: to the end of a scale, such as 100 percent. */
  scale?: number
  /** Moments in which something happened, milliseconds: upright lines. */
  marks?: readonly number[]
  /** What is seen, in words. */
  label: string
  /** Charts of one group point at the same moment. */
  group: string
}

/** The colours of an element as they are in this theme. */
function colours(element: Element): (name: string) => string {
  const style = getComputedStyle(element)
  return (name) => style.getPropertyValue(name).trim()
}

interface Tip {
  seriesIndex: number
  value: [number, number | null]
}

/** What stands beside the pointer. An element, not markup: names may hold anything. */
function tip(lines: readonly Line[], format: (value: number) => string, shown: Tip | Tip[]): HTMLElement {
  const box = document.createElement('div')
  box.className = 'chart-tip'
  const add = (text: string, className: string) => {
    const part = box.appendChild(document.createElement('span'))
    part.textContent = text
    part.className = className
  }
  const tips = Array.isArray(shown) ? shown : [shown]
  if (tips[0]) add(momentWords(tips[0].value[0]), 'chart-tip-time')
  for (const { seriesIndex, value } of tips) {
    const line = lines[seriesIndex]
    if (line === undefined || value[1] === null) continue
    add(line.name, 'chart-tip-name')
    add(format(value[1]), 'chart-tip-value')
  }
  return box
}

/** Points that no line goes through are dots; of the others none is. */
function dots({ points }: Line) {
  const found = alone(points)
  return found.size === 0 ? { showSymbol: false } : { showSymbol: true, showAllSymbol: true, symbol: 'circle', symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (found.has(dataIndex) ? 5 : 0) }
}

const NONE: readonly number[] = []

/** Where the axis ends that goes to a certain value at least: there, or at twice, four times… as much, above what is drawn. */
function endOf(scale: number, lines: readonly Line[]): number {
  const most = Math.max(scale, ...lines.flatMap(({ points }) => points.map(([, value]) => value ?? 0)))
  return scale * 2 ** Math.ceil(Math.log2(most / scale))
}

/** Lines over time, drawn by echarts; the arrow keys go from point to point. */
export default function Canvas({ lines, from, to, format, whole = false, scale, marks = NONE, label, group }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  /** The point that the arrow keys have gone to. */
  const [at, go] = useState<number | null>(null)
  const theme = useShownTheme()

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const drawn = init(element)
    drawn.group = group
    connect(group)
    chart.current = drawn
    const resized = new ResizeObserver(() => drawn.resize())
    resized.observe(element)
    return () => {
      resized.disconnect()
      drawn.dispose()
      chart.current = null
    }
  }, [group])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const colour = colours(element)
    const quiet = colour('--ant-color-text-secondary')
    const named = ticks(from, to, zone())
    const end = scale === undefined ? undefined : endOf(scale, lines)
    chart.current?.setOption(
      {
        animation: false,
        textStyle: { fontFamily: 'inherit' },
        grid: { left: 52, right: 16, top: 12, bottom: 24 },
        tooltip: {
          trigger: 'axis',
          confine: true,
          transitionDuration: 0,
          backgroundColor: colour('--ant-color-bg-elevated'),
          borderColor: colour('--ant-color-border-secondary'),
          textStyle: { color: colour('--ant-color-text'), fontSize: 12 },
          axisPointer: { lineStyle: { color: quiet } },
          formatter: (shown: Tip | Tip[]) => tip(lines, format, shown),
        },
        xAxis: {
          type: 'time',
          min: from,
          max: to,
          splitLine: { show: false },
          axisTick: { show: false },
          axisLine: { lineStyle: { color: colour('--ant-color-border-secondary') } },
          axisLabel: { color: quiet, fontSize: 11.5, hideOverlap: true, customValues: named, formatter: (time: number) => axisWords(time, to - from) },
        },
        yAxis: {
          type: 'value',
          min: 0,
          splitNumber: 4,
          ...(whole ? { minInterval: 1 } : {}),
          ...(end === undefined ? {} : { max: end, interval: end / 4 }),
          splitLine: { lineStyle: { color: colour('--ant-color-border-secondary') } },
          axisLabel: { color: quiet, fontSize: 11.5, formatter: (value: number) => format(value) },
        },
        series: [
          ...lines.map((line) => ({
            type: 'line',
            name: line.name,
            data: line.points,
            ...dots(line),
            connectNulls: false,
            step: 'end',
            lineStyle: { width: 1.5, type: line.dashed ? [6, 3] : 'solid' },
            itemStyle: { color: colour(`--chart-${line.hue}`) },
            areaStyle: line.filled ? { opacity: 0.12 } : undefined,
            emphasis: { disabled: true },
          })),
          // Upright lines as a line of their own with gaps: no further part of echarts is needed for them.
          ...(marks.length === 0 || end === undefined
            ? []
            : [{ type: 'line', data: marks.flatMap((moment) => [[moment, 0], [moment, end], [moment, null]]), showSymbol: false, silent: true, connectNulls: false, tooltip: { show: false }, lineStyle: { width: 1, type: [2, 3], color: quiet }, itemStyle: { color: quiet }, emphasis: { disabled: true } }]),
        ],
      },
      { notMerge: true },
    )
  }, [lines, from, to, format, whole, scale, marks, theme])

  const points = lines[0]?.points ?? []
  const last = points.length - 1
  const shown = Math.min(at ?? last, last)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || last < 0) return
    event.preventDefault()
    const next = at === null ? last : Math.min(Math.max(shown + by, 0), last)
    go(next)
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: next })
  }
  const said = lines.flatMap(({ name, points: of }) => {
    const value = of[shown]?.[1] ?? null
    return value === null ? [] : [`${name} ${format(value)}`]
  })
  return (
    <div
      ref={box}
      className="chart-canvas"
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={Math.max(shown, 0)}
      aria-valuetext={[momentWords(points[shown]?.[0] ?? from), ...said].join(', ')}
      tabIndex={0}
      onKeyDown={press}
      onBlur={() => chart.current?.dispatchAction({ type: 'hideTip' })}
    />
  )
}
