import { afterEach, expect, it } from 'vitest'
import { fromAnswer } from '@/api/error'
import { loadLanguage } from './language'
import { failure, sentence, stepTitle, worded } from './sentence'

afterEach(() => loadLanguage('en'))

const TAKEN = 'Another deployment on this cluster uses this domain already.'

it('leaves the server’s English to readers of English', () => {
  expect(sentence('DOMAIN_TAKEN', {}, 'The domain is taken, as a newer server words it.')).toBe('The domain is taken, as a newer server words it.')
})

it('makes the reader’s language from the code', async () => {
  await loadLanguage('es')
  expect(sentence('DOMAIN_TAKEN', undefined, TAKEN)).toBe('Otro despliegue de este clúster ya usa este dominio.')
  expect(sentence('TEAM_LIMIT', { most: 1200 }, 'x')).toBe('No puede ser propietario de más de 1200 equipos.')
  await loadLanguage('fr')
  expect(sentence('DOMAIN_TAKEN', {}, TAKEN)).toBe('Un autre déploiement de ce cluster utilise déjà ce domaine.')
  expect(sentence('TaskCompleted', { kind: 'restart', deployment: 'shop', cluster: 'west' }, 'x')).toBe('Le déploiement «\u00a0shop\u00a0» a été redémarré sur le cluster «\u00a0west\u00a0».')
  expect(sentence('DeploymentAbandoned', { deployment: 'shop', cluster: 'west', remains: ['ns/a', 'pvc/b'] }, 'x')).toContain('ns/a, pvc/b')
})

it.each([
  ['a code that is not known', 'QUOTA_OF_TOMORROW', {}],
  ['a value that is missing', 'TEAM_LIMIT', {}],
  ['a value that is nothing', 'TEAM_LIMIT', { most: null }],
  ['no code', null, {}],
  ['an id of the console’s own texts', 'login-title', {}],
  ['values that are none', 'TEAM_LIMIT', 'many'],
])('shows the English for %s', async (_, reason, params) => {
  await loadLanguage('es')
  expect(sentence(reason, params, 'You have too much.')).toBe('You have too much.')
})

it('says a sentence within a sentence too', async () => {
  const label = { reason: 'Label_Password', params: {}, message: 'Password' }
  expect(sentence('REQUIRED', { label }, 'Password is required')).toBe('Password is required')
  await loadLanguage('fr')
  expect(sentence('REQUIRED', { label }, 'Password is required')).toBe('Le mot de passe\u00a0: champ obligatoire')
  const newer = { reason: 'Label_Of_Tomorrow', params: {}, message: 'Colour' }
  expect(sentence('REQUIRED', { label: newer }, 'Colour is required')).toBe('Colour\u00a0: champ obligatoire')
})

it('says several sentences within a sentence, a line each', async () => {
  await loadLanguage('es')
  const right = (verb: string) => ({ reason: 'RightMissing', params: { verb, resource: 'pods', place: 'cluster', namespace: '' }, message: 'x' })
  const params = { said: { reason: 'PodsNotReady', params: {}, message: 'x' }, details: { lines: [right('get'), right('list')] } }
  const [said, ...lines] = sentence('WithDetails', params, 'x').split('\n')
  expect(said).toBe('Los pods no han llegado a estar listos.')
  expect(lines).toEqual(['Las credenciales no permiten get pods.', 'Las credenciales no permiten list pods.'])
  expect(sentence('WithDetails', { ...params, details: { lines: [{}] } }, 'As it was.')).toBe('As it was.')
})

it('says why a change failed, and what an older server stored as it is', async () => {
  await loadLanguage('fr')
  expect(failure({ errorLog: 'The pods did not become ready.', errorLogReason: 'PodsNotReady', errorLogParams: {} })).toBe('Les pods ne sont pas devenus prêts.')
  expect(failure({ errorLog: 'As it was.', errorLogReason: '', errorLogParams: {} })).toBe('As it was.')
})

it('reads what stands beside a sentence', async () => {
  await loadLanguage('es')
  const event = { reason: 'TeamCreated', params: { team: 'Web' }, message: 'Team "Web" was created.' }
  expect(worded(event, event.message)).toBe('Se ha creado el equipo «Web».')
  expect(worded({ title: 'Applying' }, 'Applying')).toBe('Applying')
})

it('leaves foreign text as it is, also where its word is one of the codes', async () => {
  const english = 'The pods are not ready, as Kubernetes says it.'
  const said = (params: unknown) => worded({ reason: 'PodsNotReady', params, message: english }, english)
  for (const language of ['es', 'fr'] as const) {
    await loadLanguage(language)
    expect([said(null), said(undefined), sentence('PodsNotReady', null, english)]).toEqual([english, english, english])
    expect(said({})).not.toBe(english)
  }
  expect(said({})).toBe('Les pods ne sont pas devenus prêts.')
  // within a sentence of ours as well
  const params = { said: { reason: 'PodsNotReady', params: null, message: english }, details: { lines: [] } }
  expect(sentence('WithDetails', params, 'x')).toContain(english)
})

it('names the steps of a task', async () => {
  await loadLanguage('fr')
  expect([stepTitle({ name: 'apply', title: 'Apply the release' }), stepTitle({ name: 'tomorrow', title: 'Do it' })]).toEqual(['Appliquer la release', 'Do it'])
})

it('words a refusal and the fields of one', async () => {
  const refused = fromAnswer(409, JSON.stringify({ error: TAKEN, message: TAKEN, code: 'CONFLICT', status: 409, request_id: 'r', details: { reason: 'DOMAIN_TAKEN' } }), 'r')
  const fields = { name: 'This email address is already registered.', domain: 'Not a domain' }
  const invalid = fromAnswer(400, JSON.stringify({ message: 'Validation Error', code: 'VALIDATION_ERROR', status: 400, details: { fields, reasons: { name: { reason: 'EMAIL_TAKEN', params: {} } } } }), 'r')
  expect([refused.said, invalid.fields]).toEqual([TAKEN, fields])
  await loadLanguage('fr')
  expect(refused.said).toBe('Un autre déploiement de ce cluster utilise déjà ce domaine.')
  expect(invalid.fields).toEqual({ name: 'Cette adresse e-mail est déjà enregistrée.', domain: 'Not a domain' })
})
