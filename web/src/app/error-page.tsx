import { Button } from 'antd'
import { Link, useRouteError } from 'react-router-dom'
import { present } from '@/feedback/present'
import { texts } from '@/lib/texts'
import { paths } from '@/spec/paths'

const t = texts('errorPage')

/** A page's file that is not there any more: the server has been updated since this tab was opened. */
const isMissingFile = (error: unknown) => error instanceof Error && /dynamically imported module|importing a module script failed|preload CSS/i.test(error.message)

/** In the entry file and made of little: it must be there when nothing else can be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  const detail = error instanceof Error ? error.message : String(error)
  return (
    <div className="notice">
      <h1 tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      <p>{isMissingFile(error) ? t('update') : present(error).description}</p>
      <p>
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>{' '}
        <Link to={paths.dashboard()}>{t('home')}</Link>
      </p>
      <details>
        <summary>{t('details')}</summary>
        <code>{detail}</code>
      </details>
    </div>
  )
}
