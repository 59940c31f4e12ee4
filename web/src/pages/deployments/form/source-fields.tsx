import { Form, Radio } from 'antd'
import { labelOf } from '../catalogue'
import { t } from '../texts'
import { textAt } from './draft'
import { EXAMPLES } from './examples'
import { type FormProps, inputId, TextField } from './fields'

const SOURCES = ['git', 'image', 'none'] as const

/** Where the program comes from: a Git repository, an image, or nowhere yet. Nothing for kinds that bring their own. */
export function SourceFields(props: FormProps) {
  const { kind, draft, problems, change } = props
  if (!kind.source) return null
  const from = textAt(draft, 'source.kind')
  const problem = problems['source.kind']
  return (
    <>
      <Form.Item label={labelOf('source.kind', kind)} required {...(problem ? { validateStatus: 'error' as const } : {})} help={problem ?? (from === 'none' ? t('source-none-about') : '')}>
        <Radio.Group
          id={inputId('source.kind')}
          aria-label={labelOf('source.kind', kind)}
          className="sources"
          value={from}
          options={SOURCES.map((value) => ({ value, label: t(`source-${value}`) }))}
          onChange={(event) => change({ 'source.kind': String(event.target.value) })}
        />
      </Form.Item>
      {from === 'git' ? (
        <>
          <TextField {...props} field="source.git.url" required max={500} placeholder={EXAMPLES.url} hint={t('about-url')} />
          <div className="field-grid">
            <TextField {...props} field="source.git.ref" max={200} placeholder={EXAMPLES.ref} hint={t('about-ref')} />
            <TextField {...props} field="source.git.subdir" max={200} placeholder={EXAMPLES.subdir} hint={t('about-subdir')} />
          </div>
        </>
      ) : null}
      {from === 'image' ? <TextField {...props} field="source.image" required max={512} placeholder={EXAMPLES.image} hint={t('about-image', { port: String(kind.source.imagePort) })} /> : null}
    </>
  )
}
