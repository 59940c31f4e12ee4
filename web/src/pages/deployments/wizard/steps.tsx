import { Select } from 'antd'
import type { Kind } from '@/api/types'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { QuotaLine, QuotaNotice } from '@/components/quotas'
import { LinkButton } from '@/components/link-button'
import { paths } from '@/spec/paths'
import type { Step } from '../form/asked'
import { textAt } from '../form/draft'
import { type FormProps, Frame, TextField } from '../form/fields'
import { KindCards } from '../form/kind-cards'
import { AccountFields, DatabaseFields, DomainFields } from '../form/parts'
import { Review } from '../form/review'
import { SourceFields } from '../form/source-fields'
import { useTeams } from '../places'
import { t } from '../texts'

/** What every step gets. */
export interface StepProps extends FormProps {
  kinds: readonly Kind[]
  choose: (kind: Kind) => void
  go: (step: Step) => void
  /** The address of which the domain was taken. */
  pasted?: string | undefined
}

/** The first step: what it is, whose, where it is reached and by whom it is run; then where its program comes from. */
export function BasicStep({ kinds, choose, go: _go, pasted, ...props }: StepProps) {
  const team = textAt(props.draft, 'team_id')
  return (
    <>
      <KindCards kinds={kinds} kind={props.kind} problem={props.problems.type} onChoose={choose} />
      <div className="field-grid">
        <TextField {...props} field="name" required max={63} />
        <TeamField {...props} />
      </div>
      {team === '' ? null : <QuotaNotice team={team} />}
      <TextField {...props} field="description" max={500} hint={t('optional')} />
      <DomainFields {...props} pasted={pasted} />
      <AccountFields {...props} />
      <SourceFields {...props} />
    </>
  )
}

function TeamField({ kind, draft, problems, change, left }: FormProps) {
  const teams = useTeams()
  const team = textAt(draft, 'team_id')
  return (
    <QueryView
      again="retry"
      query={teams}
      errorTitle={t('team-failed')}
      waiting={<Waiting rows={1} />}
      isEmpty={(data) => data.items.length === 0}
      empty={<EmptyState title={t('team-none')} action={<LinkButton to={paths.newTeam()}>{t('team-create')}</LinkButton>} />}
    >
      {({ items }) => (
        <Frame field="team_id" kind={kind} problems={problems} required hint={team === '' ? undefined : <QuotaLine team={team} />}>
          {(wiring) => (
            <Select
              {...wiring}
              value={team || null}
              placeholder={t('team-pick')}
              showSearch={{ optionFilterProp: 'label' }}
              options={items.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(picked) => change({ team_id: picked ?? '' })}
              onBlur={() => left?.('team_id')}
            />
          )}
        </Frame>
      )}
    </QueryView>
  )
}

/** The last step: where the data is, and a last look at all of it. */
export function DatabaseStep({ kinds: _kinds, choose: _choose, pasted: _pasted, go, ...props }: StepProps) {
  return (
    <>
      <DatabaseFields {...props} />
      <Review kind={props.kind} draft={props.draft} onGo={go} />
    </>
  )
}
