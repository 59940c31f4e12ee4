import './palette.css'
import { CloseOutlined } from '@ant-design/icons'
import { texts } from '@/lib/texts'
import { PlainDialog } from './dialog'

const t = texts('keys')

const KEYS = [
  ['Ctrl K', 'palette'],
  ['/', 'search'],
  ['g d', 'dashboard'],
  ['g h', 'deployments'],
  ['g t', 'tasks'],
  ['g e', 'events'],
  ['g m', 'teams'],
  ['g i', 'infrastructure'],
  ['g s', 'settings'],
  ['c', 'create'],
  ['j k', 'rows'],
  ['Enter', 'enter'],
  ['o', 'open'],
  ['x', 'choose'],
  ['.', 'actions'],
  ['F6', 'parts'],
  ['Esc', 'close'],
  ['?', 'this'],
] as const

/** Which keys do what. */
export default function Keys({ onClose }: { onClose: () => void }) {
  return (
    <PlainDialog label={t('title')} className="keys" onClose={onClose}>
      <div className="keys-title">
        <h2>{t('title')}</h2>
        <button type="button" className="head-button" aria-label={t('leave')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      {/* Where the window is low the list scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className="keys-list" tabIndex={0} aria-label={t('title')}>
        {KEYS.map(([keys, what]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`to-${what}`)}</dd>
          </div>
        ))}
      </dl>
    </PlainDialog>
  )
}
