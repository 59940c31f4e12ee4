import { SearchOutlined } from '@ant-design/icons'
import { Input, Radio } from 'antd'
import { useId, useState } from 'react'
import type { Datacenter } from '@/api/types'
import { StatusTag } from '@/components/status-tag'
import { matches } from './grouping'
import { t } from './texts'
import { countryName } from './words'

/** From so many on there is a search. */
const MANY = 9

/** Cards of which one is chosen. The chosen one stays in sight whatever is searched for. */
export function DatacenterPicker({ datacenters, value, disabled, onChange }: { datacenters: Datacenter[]; value: string; disabled: boolean; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const label = useId()
  const shown = datacenters.filter((datacenter) => datacenter.id === value || matches(datacenter, typed))
  return (
    <div style={{ marginBottom: 24 }}>
      <div id={label} style={{ marginBottom: 8 }}>
        {t('cluster-datacenter')}
      </div>
      {datacenters.length > MANY ? (
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={typed}
          placeholder={t('search')}
          aria-label={t('search')}
          style={{ marginBottom: 12 }}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <Radio.Group className="infra-picks" aria-labelledby={label} value={value} disabled={disabled} onChange={(event) => onChange(String(event.target.value))}>
        {shown.map((datacenter) => (
          <Radio key={datacenter.id} value={datacenter.id} className="infra-pick">
            <span className="lines">
              <strong>{datacenter.name}</strong>
              <span className="muted">{[datacenter.city, countryName(datacenter.country)].filter(Boolean).join(', ')}</span>
              <span className="muted">{[datacenter.provider.toUpperCase(), datacenter.region].filter(Boolean).join(' · ')}</span>
              <StatusTag family="place" status={datacenter.status} />
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
