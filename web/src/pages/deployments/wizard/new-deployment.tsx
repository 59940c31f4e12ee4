import { Alert, Button, Form, Grid, Progress, Steps } from 'antd'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Kind } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { QueryView, Waiting } from '@/components/query-view'
import { toast } from '@/feedback/toast'
import { attemptKeys } from '@/lib/attempt-keys'
import { changed } from '@/live/cache'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { labelOf, useCatalogue } from '../catalogue'
import '../deployments.css'
import '../form/form.css'
import { ALL_STEPS, askedOf, STEPS, type Step } from '../form/asked'
import { firstOf, type Problems, problemsFrom, problemsOf, reachable, refusalOf, stepOf, without } from '../form/checks'
import { type Draft, textAt, typeOf, type Value } from '../form/draft'
import { focusOn } from '../form/fields'
import { hostOf } from '../form/host'
import { RuntimeFields, ServiceFields } from '../form/parts'
import { payloadOf } from '../form/payload'
import { stepTitle } from '../form/steps'
import { forget } from '../form/stored'
import { useClusters, useTeams } from '../places'
import { t } from '../texts'
import { ClusterStep } from './cluster-step'
import { Finished, type Made } from './finished'
import { Rail } from './rail'
import { BasicStep, DatabaseStep, type StepProps } from './steps'
import { choosable, useDraft } from './use-draft'
import { usePlan } from './use-plan'

const PlanStep = lazy(() => import('./plan-step'))

const BODIES: Record<Step, (props: StepProps) => ReactNode> = { 1: BasicStep, 2: ClusterStep, 3: ServiceFields, 4: RuntimeFields, 5: DatabaseStep }

/** A click on Create within this time of its appearance was the second half of a double click on Next, in the same place. */
const SETTLE_MS = 400

/** Whether that time is over; something typed into the step ends it. */
function useSettled(step: Step): [boolean, () => void] {
  const [settled, setSettled] = useState(step)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [step])
  return [settled === step, () => setSettled(step)]
}

/** What is said above the form: why it was not sent, or not taken. */
interface Notice {
  title: string
  lines: string[]
}

/** Puts the focus on a field, or on the step's heading, once that step is there: the address changes a moment later. */
function useFocus(step: Step) {
  const pending = useRef<{ step: Step; field: string | null } | null>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (pending.current?.step !== step) return
    const { field } = pending.current
    pending.current = null
    if (field) {
      focusOn(field)
      return
    }
    const heading = document.getElementById('new-step')
    heading?.focus()
    heading?.scrollIntoView({ block: 'nearest' })
  })
  return (next: Step, field: string | null) => {
    pending.current = { step: next, field }
    render()
  }
}

interface Taken {
  name: string
  team: string
}

const nameOf = (draft: Draft) => textAt(draft, 'name').trim().toLowerCase()

/** Whether the team has a site of this name; null as well when that cannot be found out now: the server has the last word. */
async function isTaken(client: QueryClient, draft: Draft): Promise<Taken | null> {
  const [name, team] = [nameOf(draft), textAt(draft, 'team_id')]
  if (name === '' || team === '') return null
  try {
    const { items } = await client.fetchQuery({ ...list('/deployments', { query: { search: name.slice(0, 100), teamId: team, page: 1, limit: 100 } }, POLICY.deployments), retry: false })
    return items.some((each) => each.name.trim().toLowerCase() === name) ? { name, team } : null
  } catch {
    return null
  }
}

/** What the server says of a name or a domain that is not free, at its field. */
function fieldsOf(error: ApiError): Record<string, string> {
  const field = error.reason === 'NAME_TAKEN' ? 'name' : error.reason === 'DOMAIN_TAKEN' ? 'baseParameters.domain' : null
  return field !== null && error.said !== null && Object.keys(error.fields).length === 0 ? { [field]: error.said } : error.fields
}

function withStep(params: URLSearchParams, step: Step): URLSearchParams {
  const after = new URLSearchParams(params)
  if (step === 1) after.delete('step')
  else after.set('step', String(step))
  return after
}

export default function NewDeployment() {
  const catalogue = useCatalogue()
  return (
    <>
      <PageHeader title={t('new-title')} description={t('new-about')} />
      <QueryView again="retry" query={catalogue} errorTitle={t('catalogue-failed')} waiting={<Waiting rows={8} />}>
        {({ types: [first, ...others] }) => (first ? <Wizard kinds={[first, ...others]} /> : null)}
      </QueryView>
    </>
  )
}

function Wizard({ kinds }: { kinds: readonly [Kind, ...Kind[]] }) {
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const navigate = useNavigate()
  const clusters = useClusters()
  const teams = useTeams()
  const { draft: typed, change, choose, reset, restored } = useDraft(user?.id ?? '', params.get('cluster') ?? '', kinds)
  const draft = choosable(typed, clusters.data?.items, teams.data?.items)
  const kind = kinds.find(({ id }) => id === typeOf(draft)) ?? kinds[0]
  const [problems, setProblems] = useState<Problems>({})
  const [notice, setNotice] = useState<Notice | null>(null)
  const [welcome, setWelcome] = useState(restored)
  const [keyFor] = useState(attemptKeys)
  /** Passwords that Canopy made, by their field; one that was typed over is not among them any more. */
  const generated = useRef(new Map<string, string>())
  const [made, setMade] = useState<Made | null>(null)
  const [pasted, setPasted] = useState<{ typed: string; host: string } | null>(null)
  /** The name and team of a site that is there already. */
  const [taken, setTaken] = useState<Taken | null>(null)
  const isSame = taken !== null && taken.name === nameOf(draft) && taken.team === textAt(draft, 'team_id')
  const shownProblems: Problems = isSame ? { name: t('name-taken'), ...problems } : problems

  const wanted = Number.parseInt(params.get('step') ?? '1', 10)
  const step = (Math.min(Math.max(1, wanted || 1), reachable(kind, draft)) || 1) as Step
  const focus = useFocus(step)
  const [settled, settle] = useSettled(step)
  useEffect(() => {
    // An address with a step that cannot be shown yet; were it left, the first letter typed here would lead on.
    if (wanted !== step) setParams((before) => withStep(before, step), { replace: true })
  }, [wanted, step, setParams])

  const show = (next: Step, field: string | null) => {
    if (next !== step || wanted !== next) {
      setParams((before) => withStep(before, next))
    }
    focus(next, field)
  }

  /** Steps before `target` must be without problems; the first that is not is shown instead. */
  const go = (target: Step) => {
    for (const each of ALL_STEPS.filter((other) => other >= step && other < target)) {
      // Enter leaves no field: what was pasted is an address still.
      const host = each === 1 ? hostOf(textAt(draft, 'baseParameters.domain')) : null
      if (host !== null) left('baseParameters.domain')
      const found = { ...(each === 1 && isSame ? { name: t('name-taken') } : {}), ...problemsOf(each, kind, host === null ? draft : { ...draft, 'baseParameters.domain': host }) }
      const first = firstOf(found)
      if (first) {
        setProblems((before) => ({ ...before, ...found }))
        show(each, first)
        return
      }
    }
    show(target, null)
  }

  const refuse = (title: string, lines: string[], found: Problems) => {
    setProblems(found)
    setNotice({ title, lines })
    const first = firstOf(found)
    if (first) show(stepOf(first, askedOf(kind, draft)), first)
  }

  // Its row is open there and shows the installation step by step.
  const leave = (id: string) => void navigate(paths.deployments({ open: id }))

  const bodyNow = () => payloadOf(kind, draft, clusters.data?.items.find((each) => each.id === draft.clusterId))
  const outlook = usePlan(step === STEPS && made === null && refusalOf(kind, draft) === null ? bodyNow() : null)

  const create = useSend({
    mutationFn: () => {
      const body = bodyNow()
      const hash = outlook.plan?.hash
      // Another plan of the same content is no other attempt.
      return request('POST', '/deployments', { body: { ...body, ...(hash ? { plan: hash } : {}) }, idempotencyKey: keyFor(body) })
    },
    // The passwords are in nobody's hands but the server's afterwards.
    gcTime: 0,
    onSuccess: ({ data }) => {
      forget()
      const { taskId } = data
      toast.success(t('create-done'), data.name, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      void changed(client, 'deployment')
      void changed(client, 'task')
      const secrets = askedOf(kind, draft).flatMap(({ field }) => (generated.current.has(field) && generated.current.get(field) === textAt(draft, field) ? [[labelOf(field, kind), textAt(draft, field)] as const] : []))
      if (secrets.length > 0) setMade({ id: data.id, name: data.name, secrets })
      else leave(data.id)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') outlook.again()
      const fields = error instanceof ApiError ? fieldsOf(error) : {}
      if (Object.keys(fields).length === 0) {
        toast.failure(error, { fallback: t('create-failed') })
        return
      }
      const { problems: found, others } = problemsFrom(fields, kind, draft)
      refuse(t('invalid-title'), [...Object.values(found), ...others], found)
    },
  })

  const submit = () => {
    if (create.isPending || outlook.pending || (step === STEPS && !settled)) return
    setNotice(null)
    setWelcome(false)
    if (step < STEPS) {
      go((step + 1) as Step)
      return
    }
    const refusal = refusalOf(kind, draft)
    if (refusal) refuse(refusal.title, refusal.lines, refusal.problems)
    else {
      setProblems({})
      create.mutate()
    }
  }

  /** What can be said of a field as soon as it is left. */
  const left = (field: string) => {
    if (field === 'baseParameters.domain') {
      const said = textAt(draft, field)
      const host = hostOf(said)
      if (host !== null) {
        change({ [field]: host })
        setPasted({ typed: said.trim(), host })
      }
      const sentence = problemsOf(1, kind, { ...draft, [field]: host ?? said })[field]
      if (sentence && said.trim() !== '') setProblems((before) => ({ ...before, [field]: sentence }))
    }
    if (field === 'name' || field === 'team_id') void isTaken(client, draft).then((found) => setTaken(found))
  }

  const edit = (part: Record<string, Value>) => {
    settle()
    change(part)
    setProblems((before) => without(before, part))
  }

  useEffect(() => {
    // The page that comes after Create is there before it is needed.
    if (step === STEPS) void import('../deployments')
  }, [step])

  if (made) return <Finished made={made} onGo={() => leave(made.id)} />
  const Body = BODIES[step]
  return (
      <div className="wizard">
        <StepBar step={step} furthest={reachable(kind, draft)} onGo={go} problems={shownProblems} kind={kind} draft={draft} />
        <div className="wizard-columns">
          <section className="wizard-body" aria-labelledby="new-step">
            <h2 id="new-step" tabIndex={-1} className="wizard-title">
              {t('step-of', { n: step, all: STEPS, title: stepTitle(step, kind) })}
            </h2>
            <div className="notices">
              {welcome ? (
                <Alert
                  type="info"
                  showIcon
                  role="status"
                  title={t('draft-restored')}
                  description={t('draft-restored-text')}
                  action={
                    <Button
                      size="small"
                      onClick={() => {
                        reset()
                        setWelcome(false)
                        setProblems({})
                        setNotice(null)
                        show(1, 'name')
                      }}
                    >
                      {t('draft-over')}
                    </Button>
                  }
                />
              ) : null}
              {notice ? (
                <Alert
                  type="error"
                  showIcon
                  role="alert"
                  title={notice.title}
                  description={notice.lines.length === 1 ? notice.lines[0] : <ul className="notice-lines">{notice.lines.map((line) => <li key={line}>{line}</li>)}</ul>}
                />
              ) : null}
            </div>
            <Form layout="vertical" onFinish={submit} autoComplete="off">
              <Body
                kinds={kinds}
                kind={kind}
                draft={draft}
                problems={shownProblems}
                change={edit}
                left={left}
                made={(field, password) => generated.current.set(field, password)}
                pasted={pasted !== null && pasted.host === textAt(draft, 'baseParameters.domain') ? pasted.typed : undefined}
                go={go}
                choose={(next) => {
                  choose(kind, next)
                  setProblems({})
                }}
              />
              {step === STEPS ? (
                <Suspense>
                  <PlanStep {...outlook} />
                </Suspense>
              ) : null}
              <div className="wizard-foot">
                <Button disabled={step === 1 || create.isPending} onClick={() => show((step - 1) as Step, null)}>
                  {t('previous')}
                </Button>
                {step < STEPS ? (
                  <Button key="next" type="primary" htmlType="submit">
                    {t('next')}
                  </Button>
                ) : (
                  <Button key="create" type="primary" htmlType="submit" disabled={outlook.pending} loading={create.isPending}>
                    {t(create.isPending ? 'creating' : 'create')}
                  </Button>
                )}
              </div>
            </Form>
          </section>
          {step < STEPS ? <Rail kind={kind} draft={draft} step={step} onGo={(target) => show(target, null)} /> : null}
        </div>
      </div>
  )
}

/** Where one is: the five steps, or on narrow screens a bar. Steps that can be reached are buttons. */
function StepBar({ step, furthest, onGo, problems, kind, draft }: { step: Step; furthest: Step; onGo: (step: Step) => void; problems: Problems; kind: Kind; draft: Draft }) {
  const wide = Grid.useBreakpoint().md ?? window.matchMedia('(min-width: 768px)').matches
  if (!wide) return <Progress percent={(step / STEPS) * 100} showInfo={false} status="normal" strokeColor="var(--ant-color-link)" aria-label={t('step-of', { n: step, all: STEPS, title: stepTitle(step, kind) })} />
  const asked = askedOf(kind, draft)
  const wrong = new Set(Object.keys(problems).map((field) => stepOf(field, asked)))
  return (
    <Steps
      size="small"
      current={step - 1}
      onChange={(at) => onGo((at + 1) as Step)}
      items={ALL_STEPS.map((each) => ({ title: stepTitle(each, kind), disabled: each > furthest && each > step, ...(wrong.has(each) ? { status: 'error' as const } : {}) }))}
    />
  )
}
