import { AppstoreOutlined, CodeOutlined, FileTextOutlined, NodeIndexOutlined, ReadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Kind } from '@/api/types'
import { kindAbout, labelOf } from '../catalogue'
import { inputId } from './fields'

/** Of what is known; another kind looks like any application. */
const ICONS: Record<string, ReactNode> = {
  wordpress: <ReadOutlined aria-hidden />,
  laravel: <CodeOutlined aria-hidden />,
  nodejs: <NodeIndexOutlined aria-hidden />,
  orangecms: <FileTextOutlined aria-hidden />,
}

interface Props {
  kinds: readonly Kind[]
  kind: Kind
  problem: string | undefined
  onChoose: (kind: Kind) => void
}

/** What is to be made: the first question, because it decides about all others. */
export function KindCards({ kinds, kind, problem, onChoose }: Props) {
  return (
    <fieldset className="choices kinds">
      <legend>{labelOf('type')}</legend>
      <div className="kind-grid">
        {kinds.map((each) => (
          <label key={each.id} className="choice kind">
            <input type="radio" name="type" id={each.id === kind.id ? inputId('type') : undefined} checked={each.id === kind.id} aria-label={each.name} aria-describedby={`kind-${each.id}-about`} onChange={() => onChoose(each)} />
            <span className="kind-icon">{ICONS[each.id] ?? <AppstoreOutlined aria-hidden />}</span>
            <span>
              <strong>{each.name}</strong>
              <span className="quiet" id={`kind-${each.id}-about`}>
                {kindAbout(each)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {problem ? (
        <p className="wrong" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}
