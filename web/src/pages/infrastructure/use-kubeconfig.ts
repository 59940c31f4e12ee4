import { useMemo, useRef, useState } from 'react'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Preflight } from '@/api/types'
import { present } from '@/feedback/present'
import { toBase64 } from '@/lib/base64'
import { checkKubeconfig, contextsIn, type Contexts, withContext } from './kubeconfig'
import { t } from './texts'

/** unvalidated: typed and not looked at. asking: its text is right, its cluster is being asked. */
export type KubeState = 'unvalidated' | 'asking' | 'valid' | 'invalid'

interface Standing {
  state: KubeState
  /** What is said below the field; null when there is nothing to say. */
  message: string | null
  preflight: Preflight | null
}

const UNVALIDATED: Standing = { state: 'unvalidated', message: null, preflight: null }

export interface Kubeconfig extends Standing {
  text: string
  setText: (text: string) => void
  /** Those in the text, of which one is used. */
  contexts: Contexts
  chooseContext: (name: string) => void
  validate: () => void
  /** Says something below the field: why it keeps a form from being sent. */
  complain: (message: string) => void
}

/**
 * A kubeconfig being typed. `onServer` is told which server it names, so that an endpoint can be filled in: first the one
 * found in the text, then the one that the server of Canopy made out, with the former as `before`. With `clusterId` it is
 * asked whether it leads to that cluster.
 */
export function useKubeconfig(onServer?: (url: string, before: string | null) => void, clusterId?: string): Kubeconfig {
  const [text, setText] = useState('')
  const [standing, setStanding] = useState<Standing>(UNVALIDATED)
  const latest = useRef('')
  const filled = useRef<string | null>(null)
  const ask = useSend({
    mutationFn: (asked: string) => request('POST', '/clusters/validate', { body: { kubeconfig: toBase64(asked), ...(clusterId ? { clusterId } : {}) } }),
    // The cache would keep the credentials for minutes.
    gcTime: 0,
    onSuccess: ({ data }, asked) => {
      if (asked !== latest.current) return
      if (data.endpoint && data.endpoint !== filled.current) onServer?.(data.endpoint, filled.current)
      setStanding({ state: 'valid', message: t(onServer && data.endpoint ? 'kubeconfig-valid-endpoint' : 'kubeconfig-valid'), preflight: data })
    },
    onError: (error, asked) => {
      if (asked !== latest.current) return
      const refused = error instanceof ApiError && error.status === 400
      const message = present(error, { fallback: t(refused ? 'kubeconfig-refused' : 'kubeconfig-unchecked') }).description
      setStanding({ state: refused ? 'invalid' : 'unvalidated', message, preflight: null })
    },
  })
  const contexts = useMemo(() => contextsIn(text), [text])
  const change = (next: string) => {
    latest.current = next
    setText(next)
    setStanding(UNVALIDATED)
  }
  const validate = () => {
    const verdict = checkKubeconfig(text)
    if (verdict.says !== 'valid') {
      setStanding({ state: 'invalid', message: t(`kubeconfig-${verdict.says}`), preflight: null })
      return
    }
    if (contexts.names.length > 1 && contexts.current === null) {
      setStanding({ state: 'invalid', message: t('kubeconfig-context-first'), preflight: null })
      return
    }
    filled.current = verdict.server
    if (verdict.server) onServer?.(verdict.server, null)
    setStanding({ state: 'asking', message: t(onServer && verdict.server ? 'kubeconfig-valid-endpoint' : 'kubeconfig-valid'), preflight: null })
    latest.current = text
    ask.mutate(text)
  }
  return {
    ...standing,
    text,
    setText: change,
    contexts,
    chooseContext: (name) => change(withContext(text, name)),
    validate,
    complain: (message) => setStanding((before) => ({ ...before, state: before.state === 'asking' ? 'asking' : 'invalid', message })),
  }
}
