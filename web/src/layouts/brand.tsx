import { Link } from 'react-router-dom'
import { Mark } from '@/components/mark'
import { paths } from '@/spec/paths'

/** The product's name; leads to the dashboard. */
export function Brand({ size = 24 }: { size?: number }) {
  return (
    <Link to={paths.dashboard()} className="shell-name">
      <Mark size={size} />
      Canopy
    </Link>
  )
}
