import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type AtWork, TaskLine } from '@/components/at-work'
import { Panel } from '@/components/panel'
import { paths } from '@/spec/paths'
import { t } from './texts'

const SHOWN = 5

/** Each task keeps its place while any is at work; one that came takes the first that is free. */
export function placesOf(before: readonly (string | null)[], tasks: readonly { id: string }[]): (string | null)[] {
  if (tasks.length === 0) return []
  const ids = tasks.map(({ id }) => id)
  const places = before.map((id) => (id !== null && ids.includes(id) ? id : null))
  for (const id of ids) {
    if (places.includes(id)) continue
    const free = places.indexOf(null)
    if (free >= 0) places[free] = id
    else if (places.length < SHOWN) places.push(id)
  }
  return places
}

/** The tasks at work, each with its step. It keeps its place when there are none, so that nothing moves. */
export function Work({ work: { tasks, total } }: { work: AtWork }) {
  const [before, setBefore] = useState<readonly (string | null)[]>([])
  const places = placesOf(before, tasks)
  if (places.join() !== before.join()) setBefore(places)
  return (
    <Panel title={t('work')} className={tasks.length === 0 ? 'dashboard-idle' : 'dashboard-busy'} extra={<Link to={paths.tasks()}>{total > SHOWN ? t('work-all', { n: total }) : t('work-view')}</Link>}>
      {tasks.length === 0 ? <p className="quiet dashboard-work">{t('work-none')}</p> : null}
      <ul className="dashboard-work">
        {places.map((id, place) => {
          const task = tasks.find((each) => each.id === id)
          // A place is what it is, whoever has it.
          return task ? <TaskLine key={place} task={task} /> : <li key={place} className="task-line dashboard-free" aria-hidden />
        })}
      </ul>
    </Panel>
  )
}
