import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { Panel } from '@/components/panel'
import type { Checklist } from './checklist'
import { t } from './texts'

/** What an installation wants once, until all of it is done or somebody has had enough of it. */
export function ChecklistPanel({ checklist: { steps, hide } }: { checklist: Checklist }) {
  if (steps === null) return null
  const done = steps.filter((step) => step.done).length
  return (
    <Panel
      title={t('steps', { done, n: steps.length })}
      extra={
        <Button type="text" size="small" onClick={hide}>
          {t('steps-hide')}
        </Button>
      }
    >
      <ul className="dashboard-steps">
        {steps.map((step) => (
          <li key={step.key} data-done={step.done}>
            {step.done ? <CheckCircleFilled aria-hidden /> : <span className="dashboard-step-open" aria-hidden />}
            {step.done ? (
              <span>
                {t(`steps-${step.key}`)} <span className="unseen">{t('steps-done')}</span>
              </span>
            ) : (
              <span>
                <Link to={step.to}>{t(`steps-${step.key}`)}</Link>
                <span className="quiet">{t(`steps-${step.key}-why`)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
