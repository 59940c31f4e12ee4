import { Link } from 'react-router-dom'
import { type AtWork, TaskLine } from '@/components/at-work'
import { Panel } from '@/components/panel'
import { paths } from '@/spec/paths'
import { t } from './texts'

const SHOWN = 5

/** The tasks at work, each with its step. It keeps its place when there are none, so that nothing moves. */
export function Work({ work: { tasks, total } }: { work: AtWork }) {
  return (
    <Panel title={t('work')} className={tasks.length === 0 ? 'dashboard-idle' : 'dashboard-busy'} extra={<Link to={paths.tasks()}>{total > SHOWN ? t('work-all', { n: total }) : t('work-view')}</Link>}>
      {tasks.length === 0 ? <p className="quiet dashboard-work">{t('work-none')}</p> : null}
      <ul className="dashboard-work">
        {tasks.slice(0, SHOWN).map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </Panel>
  )
}
