import { Button, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Kind, Plan } from '@/api/types'
import { NameToType } from '@/feedback/name-to-type'
import { destroys, PlanView } from './plan'
import { t } from './texts'

interface ReviewProps {
  plan: Plan
  kind: Kind | undefined
  /** Of the deployment: typed before what loses data is saved. */
  name: string
  saving: boolean
  onSave: () => void
  onBack: () => void
}

/** The step before the button. */
export function Review({ plan, kind, name, saving, onSave, onBack }: ReviewProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [typed, setTyped] = useState('')
  const loses = destroys(plan)
  return (
    <>
      <h2 className="panel-title" tabIndex={-1} ref={title}>
        {t('plan-title')}
      </h2>
      <p className="quiet">{t('plan-about')}</p>
      <PlanView plan={plan} {...(kind ? { kind } : {})} />
      {loses ? <NameToType name={name} onTyped={setTyped} /> : null}
      <Space wrap>
        <Button type="primary" danger={loses} loading={saving} disabled={loses && typed !== name} onClick={onSave}>
          {t('edit-save')}
        </Button>
        <Button onClick={onBack}>{t('plan-back')}</Button>
      </Space>
    </>
  )
}
