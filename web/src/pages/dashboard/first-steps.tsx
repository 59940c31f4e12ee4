import { PlusOutlined, RocketOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/spec/paths'
import { t } from './texts'

/** What someone sees who has nothing running yet: the next step, and one button for it. */
export function FirstSteps({ teams }: { teams: number }) {
  const navigate = useNavigate()
  const team = teams === 0
  return (
    <section className="dashboard-first" aria-labelledby="dashboard-first">
      <RocketOutlined className="dashboard-first-icon" aria-hidden />
      <h2 id="dashboard-first">{t(team ? 'first-team' : 'first-title')}</h2>
      <p>{t(team ? 'first-team-text' : 'first-text')}</p>
      <Button type="primary" size="large" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(team ? paths.newTeam() : paths.newDeployment())}>
        {t(team ? 'first-team-create' : 'create')}
      </Button>
    </section>
  )
}
