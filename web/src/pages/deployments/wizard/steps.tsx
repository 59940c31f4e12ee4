import { Select, Switch, Tag, Typography } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import { POLICY } from '@/spec/policy'
import { paths } from '@/spec/paths'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { LinkButton } from '@/components/link-button'
import { Facts, serviceName } from '../panels'
import { useClusters, useTeams } from '../places'
import { t } from '../texts'
import { OWN_DATABASE, type Service, SERVICES } from './draft'
import { Frame, inputId, NumberField, PasswordField, type StepProps, TextField } from './fields'

/** Steps 1 and 3 to 5; the clusters of step 2 have a file of their own. */

/** Until the server has said what it offers, and when it cannot. */
const TYPES = [{ id: 'wordpress', name: 'WordPress' }]

/** The kinds that this form asks everything of: those whose program has to come from somewhere need more. */
const useKinds = () => useQuery(one('/catalogue', {}, POLICY.catalogue)).data?.types.filter(({ source }) => source === null)

export function BasicStep(props: StepProps) {
  const { draft, problems, change } = props
  const types = useKinds() ?? TYPES
  const teams = useTeams()
  return (
    <>
      <div className="field-grid">
        <TextField {...props} field="name" required max={63} />
        <Frame field="type" problems={problems} required>
          {(wiring) => <Select {...wiring} value={draft.type} options={types.map(({ id, name }) => ({ value: id, label: name }))} onChange={(type) => change({ type })} />}
        </Frame>
      </div>
      <TextField {...props} field="description" max={500} hint={t('optional')} />
      <div className="field-grid">
        <QueryView
          again="retry"
          query={teams}
          errorTitle={t('team-failed')}
          waiting={<Waiting rows={1} />}
          isEmpty={(data) => data.items.length === 0}
          empty={<EmptyState title={t('team-none')} action={<LinkButton to={paths.newTeam()}>{t('team-create')}</LinkButton>} />}
        >
          {({ items }) => (
            <Frame field="teamId" problems={problems} required>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={draft.teamId || null}
                  placeholder={t('team-pick')}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={items.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(teamId) => change({ teamId: teamId ?? '' })}
                />
              )}
            </Frame>
          )}
        </QueryView>
        <TextField {...props} field="domain" required max={253} hint={t('about-domain')} />
      </div>
      <div className="field-grid">
        <TextField {...props} field="appUser" required max={60} hint={t('about-app')} />
        <PasswordField {...props} field="appPass" />
      </div>
    </>
  )
}

/** `names`: the services that can be switched. */
export function ServicesStep({ names = SERVICES, ...props }: StepProps & { names?: readonly Service[] }) {
  const { draft, problems, change } = props
  return (
    <>
      <Typography.Paragraph type="secondary">{t('services-about')}</Typography.Paragraph>
      {problems.services ? (
        <Typography.Paragraph type="danger" role="alert">
          {problems.services}
        </Typography.Paragraph>
      ) : null}
      <ul className="switches" id={inputId('services')} tabIndex={-1}>
        <li>
          <span>
            <strong>{serviceName('web')}</strong>
            <Typography.Text type="secondary" style={{ display: 'block' }}>
              {t('about-web')}
            </Typography.Text>
          </span>
          <Tag color="green">{t('services-always')}</Tag>
        </li>
        {names.map((name) => (
          <li key={name}>
            <span>
              <label htmlFor={`service-${name}`}>{serviceName(name)}</label>
              <Typography.Text type="secondary" id={`service-${name}-about`}>
                {t(`about-${name}`)}
              </Typography.Text>
            </span>
            <Switch id={`service-${name}`} aria-describedby={`service-${name}-about`} checked={draft.services[name]} onChange={(on) => change({ services: { ...draft.services, [name]: on } })} />
          </li>
        ))}
      </ul>
      {draft.services.cloudflare ? <PasswordField {...props} field="cloudflareToken" generate={false} hint={t('about-token')} /> : null}
    </>
  )
}

export function PhpStep(props: StepProps) {
  const { draft, problems, change } = props
  const kind = useKinds()?.find(({ id }) => id === draft.type)
  const versions = kind?.runtime.versions ?? [{ id: draft.phpVersion, ended: false }]
  return (
    <>
      <div className="field-grid">
        <Frame field="phpVersion" problems={problems} required>
          {(wiring) => <Select {...wiring} value={draft.phpVersion} options={versions.map(({ id, ended }) => ({ value: id, label: ended ? t('php-ended', { version: id }) : id }))} onChange={(phpVersion) => change({ phpVersion })} />}
        </Frame>
        <NumberField {...props} field="phpMemoryLimit" min={32} max={16_384} />
        <NumberField {...props} field="phpMaxExecutionTime" min={1} max={3600} />
        <NumberField {...props} field="phpUploadMaxFilesize" min={1} max={4096} />
        <NumberField {...props} field="phpPoolSize" min={1} max={200} />
        <NumberField {...props} field="phpMaxRequestsPerChild" min={1} max={1_000_000} />
      </div>
      <Frame field="phpExtensions" problems={problems} hint={t('about-extensions')}>
        {(wiring) => (
          <Select
            {...wiring}
            mode="tags"
            tokenSeparators={[',', ' ']}
            value={draft.phpExtensions}
            options={kind?.extensions.map((value) => ({ value, label: value })) ?? []}
            onChange={(phpExtensions: string[]) => change({ phpExtensions })}
          />
        )}
      </Frame>
    </>
  )
}

export function DatabaseFields(props: StepProps) {
  const { draft } = props
  const own = draft.services.mysql
  // What was typed for another server is kept, in case MySQL is switched off again.
  const shown = own ? { ...draft, ...OWN_DATABASE } : draft
  const hint = own ? t('about-host-own') : t('about-host-other')
  return (
    <div className="field-grid">
      <TextField {...props} field="databaseName" required max={64} />
      <TextField {...props} field="databaseUser" required max={32} />
      <PasswordField {...props} field="databasePass" />
      <PasswordField {...props} field="databaseRootPass" />
      <TextField {...props} draft={shown} field="databaseHost" hint={hint} readOnly={own} />
      <NumberField {...props} draft={shown} field="databasePort" min={1} max={65_535} readOnly={own} />
    </div>
  )
}

export function DatabaseStep(props: StepProps) {
  return (
    <>
      <DatabaseFields {...props} />
      <Summary draft={props.draft} />
    </>
  )
}

/** A last look before it is created. */
function Summary({ draft }: Pick<StepProps, 'draft'>) {
  const cluster = useClusters().data?.items.find((each) => each.id === draft.clusterId)
  const team = useTeams().data?.items.find((each) => each.id === draft.teamId)
  const on = SERVICES.filter((name) => draft.services[name])
  return (
    <section className="wizard-summary" aria-label={t('summary')}>
      <h3 className="panel-title" style={{ marginBottom: 8 }}>
        {t('summary')}
      </h3>
      <Facts
        rows={[
          [t('label-name'), draft.name],
          [t('domain'), draft.domain],
          [t('team'), team?.name ?? ''],
          [t('cluster'), cluster?.name ?? ''],
          [t('services'), [serviceName('web'), ...on.map(serviceName)].join(', ')],
          [t('label-phpVersion'), draft.phpVersion],
        ]}
      />
    </section>
  )
}
