import { agentParts } from '@/lib/agent'
import { t } from './texts'

/** "Firefox on Linux"; what is not known stays as it is. */
export function agentWords(agent: string): string {
  if (agent.trim() === '') return t('agent-none')
  const { browser, system } = agentParts(agent)
  if (browser && system) return t('agent', { browser, system })
  return browser ?? agent
}
