import { Link } from 'react-router-dom'
import { paths } from '@/spec/paths'

/** The product's name; leads to the dashboard. */
export function Brand() {
  return (
    <Link to={paths.dashboard()} className="shell-name">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      Canopy
    </Link>
  )
}
