import { describe, expect, it } from 'vitest'
import { checkKubeconfig, contextsIn, serverIn, withContext } from './kubeconfig'

const GOOD = `apiVersion: v1
kind: Config
clusters:
- name: c
  cluster:
    server: https://10.0.0.1:6443
contexts: []
users: []
`

describe('the text of a kubeconfig', () => {
  it.each([
    ['', { says: 'required' }],
    [' \n\t', { says: 'required' }],
    ['hello', { says: 'sections' }],
    [GOOD, { says: 'valid', server: 'https://10.0.0.1:6443' }],
    [GOOD.replace('apiVersion:', 'version:'), { says: 'sections' }],
    [GOOD.replace('clusters:', 'cluster:'), { says: 'sections' }],
    [GOOD.replace('contexts:', 'context:'), { says: 'sections' }],
    [GOOD.replace('users:', 'user:'), { says: 'sections' }],
    [GOOD.replace(/ +server:.*\n/, ''), { says: 'valid', server: null }],
  ])('%j: %j', (text, verdict) => {
    expect(checkKubeconfig(text)).toEqual(verdict)
  })

  it.each([
    ['    server: https://a.example:6443', 'https://a.example:6443'],
    ["    server: 'https://a.example'", 'https://a.example'],
    ['    "server": "https://a.example",', 'https://a.example'],
    ['- cluster: {server: https://a.example/k8s, name: x}', 'https://a.example/k8s'],
    ['    server: https://a.example # ours', 'https://a.example'],
    ['# server: https://old.example\n  server: http://a.example', 'http://a.example'],
    ['  server: https://a.example\r\n', 'https://a.example'],
    ['  server: https://a.example\n  server: https://b.example', 'https://a.example'],
    ['  tls-server-name: https://a.example', null],
    ['  server: a.example', null],
    ['', null],
  ])('%j names %j', (text, server) => {
    expect(serverIn(text)).toBe(server)
  })
})

const SEVERAL = `apiVersion: v1
clusters:
- cluster:
    server: https://a.example
  name: a
contexts:
- context:
    cluster: a
    user: name
  name: "first"
- name: second # the other
  context: {cluster: a, user: me}
current-context: first
users:
- name: me
`

describe('the contexts of a kubeconfig', () => {
  it('are found with the one that is used', () => {
    expect(contextsIn(SEVERAL)).toEqual({ names: ['first', 'second'], current: 'first' })
    expect(contextsIn(SEVERAL.replace('current-context: first', 'current-context: ""')).current).toBeNull()
    expect(contextsIn('')).toEqual({ names: [], current: null })
  })

  it('are found in JSON too', () => {
    const text = JSON.stringify({ contexts: [{ name: 'x' }, { name: 'y' }] })
    expect(contextsIn(text)).toEqual({ names: ['x', 'y'], current: null })
    expect(contextsIn(withContext(text, 'y')).current).toBe('y')
  })

  it('are changed in the text, and nothing else is', () => {
    const chosen = withContext(SEVERAL, 'second')
    expect(contextsIn(chosen)).toEqual({ names: ['first', 'second'], current: 'second' })
    expect(chosen.replace('current-context: "second"', 'current-context: first')).toBe(SEVERAL)
    expect(contextsIn(withContext(SEVERAL.replace('current-context: first\n', ''), '$&')).current).toBe('$&')
  })
})
