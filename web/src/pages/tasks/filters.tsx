import { CloseOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Choice } from '@/components/choice'
import { SearchBox } from '@/components/search-box'
import { t } from './texts'

export interface Filter {
  q: string
  status: string
  deploymentId: string
}

export const NO_FILTER: Filter = { q: '', status: '', deploymentId: '' }

const STATUSES = ['pending', 'running', 'complete', 'failed'] as const

interface FiltersProps {
  filter: Filter
  /** The name of the deployment that is narrowed to. */
  deployment: string
  onChange: (change: Partial<Filter>) => void
  /** What else stands beside them. */
  children?: ReactNode
}

export function Filters({ filter, deployment, onChange, children }: FiltersProps) {
  return (
    <div className="toolbar">
      <SearchBox value={filter.q} label={t('search')} onSearch={(q) => onChange({ q })} />
      <Choice
        value={filter.status}
        label={t('status')}
        onChange={(status) => onChange({ status })}
        options={[{ value: '', label: t('status-all') }, ...STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))]}
      />
      {children}
      {filter.deploymentId === '' ? null : (
        <Tag>
          {t('only-deployment', { name: deployment })}
          <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('only-remove')} onClick={() => onChange({ deploymentId: '' })} />
        </Tag>
      )}
    </div>
  )
}
