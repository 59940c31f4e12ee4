import { Link } from 'react-router-dom'
import { Mark } from '@/components/mark'
import { paths } from '@/spec/paths'

/** The product's name; leads to the dashboard. */
export function Brand() {
  return (
    <Link to={paths.dashboard()} className="shell-name">
      <Mark />
      Canopy
    </Link>
  )
}
