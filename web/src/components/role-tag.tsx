import { Tag } from 'antd'
import { roleName } from '@/components/role-name'
import type { User } from '@/session/store'

const COLOURS: Record<User['role'], string> = { admin: 'geekblue', manager: 'blue', user: 'default' }

/** A global role as a badge: the same colour wherever it is said of somebody. */
export const RoleTag = ({ role }: { role: User['role'] }) => (
  <Tag color={COLOURS[role]} style={{ margin: 0 }}>
    {roleName(role)}
  </Tag>
)
