import { CompassOutlined } from '@ant-design/icons'
import { useLocation } from 'react-router-dom'
import { LinkButton } from '@/components/link-button'
import { texts } from '@/lib/texts'
import { paths } from '@/spec/paths'

const t = texts('notFound')

export default function NotFound() {
  const { pathname } = useLocation()
  return (
    <div className="notice">
      <CompassOutlined className="notice-icon" aria-hidden />
      <h1 tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      <p>{t('text', { path: pathname })}</p>
      <LinkButton type="primary" to={paths.dashboard()}>
        {t('home')}
      </LinkButton>
    </div>
  )
}
