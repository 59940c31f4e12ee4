import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { labelOf } from '../catalogue'
import { t } from '../texts'
import { type Variable, variablesOf } from './draft'
import { EXAMPLES } from './examples'
import { type FormProps, inputId } from './fields'

const LONGEST = 64

/** Environment variables: names that are shown again, values that are not. */
export function EnvFields({ kind, draft, problems, change }: FormProps) {
  const variables = variablesOf(draft)
  const label = labelOf('env', kind)
  const put = (key: number, part: Partial<Variable>) => change({ env: variables.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  const add = () => change({ env: [...variables, { key: 1 + Math.max(-1, ...variables.map(({ key }) => key)), name: '', value: '', kept: false }] })
  return (
    <section className="env" aria-label={label}>
      <h3 className="form-part">{label}</h3>
      <p className="quiet">{t('about-env')}</p>
      {problems.env ? (
        <p className="wrong" role="alert">
          {problems.env}
        </p>
      ) : null}
      {variables.map(({ key, name, value, kept }) => {
        const problem = problems[`env.${key}`]
        const id = inputId(`env.${key}`)
        return (
          <div key={key} className="env-row">
            <Input
              id={id}
              value={name}
              maxLength={LONGEST}
              placeholder={EXAMPLES.variable}
              autoComplete="off"
              aria-label={t('env-name-label')}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}-help`}
              {...(problem ? { status: 'error' as const } : {})}
              readOnly={kept}
              variant={kept ? 'filled' : 'outlined'}
              onChange={(event) => put(key, { name: event.target.value })}
            />
            <Input.Password
              value={value}
              autoComplete="new-password"
              aria-label={t('env-value-label', { name: name || t('env-new') })}
              placeholder={kept ? t('keep-hint') : t('env-value')}
              onChange={(event) => put(key, { value: event.target.value })}
            />
            <Button icon={<DeleteOutlined aria-hidden />} aria-label={t('env-remove', { name: name || t('env-new') })} onClick={() => change({ env: variables.filter((each) => each.key !== key) })} />
            <span id={`${id}-help`} className="env-help">
              {problem ? <span className="wrong">{problem}</span> : null}
            </span>
          </div>
        )
      })}
      <Button id={inputId('env')} icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('env-add')}
      </Button>
    </section>
  )
}
