import { Alert, Button } from 'antd'
import { ApiError } from '@/api/error'
import type { Plan, PlannedObject } from '@/api/types'
import { present } from '@/feedback/present'
import { sentence } from '@/lib/sentence'
import { named, Objects } from '../objects'
import { t } from '../texts'
import type { Outlook } from './use-plan'

/** The last look before the button: what the cluster says of it, or that it says nothing. */

const nameOf = ({ kind, name }: PlannedObject) => `${kind} ${name}`

export default function PlanStep({ plan, error, pending, again }: Outlook) {
  if (!plan && !error && !pending) return null
  return (
    <section className="review" aria-label={t('creation-title')} aria-busy={pending}>
      <h3 className="panel-title">{t('creation-title')}</h3>
      {pending ? (
        <p className="quiet" role="status">
          {t('creation-asking')}
        </p>
      ) : null}
      {plan && !pending ? <Made plan={plan} /> : null}
      {error ? <Unknown error={error} again={again} /> : null}
    </section>
  )
}

function Made({ plan: { objects, triedIn } }: { plan: Plan }) {
  const refused = objects.filter(({ problem }) => problem !== null)
  const untried = objects.filter((object) => object.untried)
  const namespace = objects.find(({ kind }) => kind === 'Namespace')?.name ?? ''
  return (
    <div className="plan">
      {refused.map((object) => (
        <Alert key={nameOf(object)} type="error" showIcon role="alert" title={t('creation-refused')} description={sentence(object.problemReason, object.problemParams, object.problem ?? '')} />
      ))}
      <ul className="plan-consequences">
        <li>
          <details>
            <summary>{t('creation-objects', { n: objects.length, namespace })}</summary>
            <Objects objects={objects} />
          </details>
        </li>
        {untried.length > 0 ? <li>{t('creation-untried', { names: named(untried) })}</li> : null}
        {triedIn === null ? null : <li>{t('creation-elsewhere', { namespace: triedIn })}</li>}
      </ul>
    </div>
  )
}

/** Nobody is kept from creating: what is wrong with it the creation says as well. */
function Unknown({ error, again }: { error: Error; again: () => void }) {
  const silent = !(error instanceof ApiError) || error.isFault || error.retryable
  const fields = error instanceof ApiError ? Object.values(error.fields) : []
  const why = fields.length > 0 ? fields.join(' ') : present(error).description
  return (
    <Alert
      type={silent ? 'warning' : 'error'}
      showIcon
      role="alert"
      title={silent ? t('creation-silent') : t('creation-wrong')}
      description={why}
      action={
        <Button size="small" onClick={again}>
          {t('creation-again')}
        </Button>
      }
    />
  )
}
