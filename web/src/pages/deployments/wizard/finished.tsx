import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { SecretsOnce } from '../form/secrets-once'
import { t } from '../texts'

export interface Made {
  id: string
  name: string
  /** The passwords that Canopy made for it, by what they are called. */
  secrets: readonly (readonly [label: string, password: string])[]
}

/** The end of the wizard where Canopy made passwords: they are in use now, and shown this once. */
export function Finished({ made, onGo }: { made: Made; onGo: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="wizard-body" aria-labelledby="new-finished">
      <h2 id="new-finished" ref={heading} tabIndex={-1} className="wizard-title">
        {t('finished', { name: made.name })}
      </h2>
      <SecretsOnce secrets={made.secrets} />
      <div className="wizard-foot">
        <span />
        <Button type="primary" onClick={onGo}>
          {t('finished-go')}
        </Button>
      </div>
    </section>
  )
}
