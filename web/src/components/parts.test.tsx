import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ADA, renderPage } from '../../tests/render'
import { CopyId } from './copy-id'
import { Fact, Facts } from './facts'
import { ClusterLink, DomainLink, SiteLink, TaskLink, TeamLink } from './links'
import { levelOf, Meter } from './meter'
import { Panel } from './panel'
import { type Column, Row, RowGroup, RowList } from './row-list'
import { StatusDot } from './status-dot'
import { Strip } from './strip'

const ID = '6ffd924e-9279-4d6b-924e-7136a2459f80'

describe('names', () => {
  it('lead to the thing, and are the beginning of the id where there is no name', () => {
    renderPage(
      <>
        <SiteLink id="s-1" name="shop" />
        <TaskLink id={ID} />
        <ClusterLink id="c-1" name="prod" />
        <TeamLink id="t-1" name="Shops" />
        <DomainLink host="shop.example.com" secure />
        <DomainLink host="plain.example.com" secure={false} />
      </>,
    )
    const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
    expect(target('shop')).toBe('/deployments/s-1')
    expect(target('6ffd924e')).toBe(`/tasks/${ID}`)
    expect(target('prod')).toBe('/clusters/c-1')
    expect(target('Shops')).toBe('/admin/teams?open=t-1#t-1')
    expect(target(/shop\.example\.com/)).toBe('https://shop.example.com')
    expect(target(/plain\.example\.com/)).toBe('http://plain.example.com')
  })

  it('of teams lead those who are no admins to their own', () => {
    renderPage(<TeamLink id="t-1" name="Shops" />, { user: { ...ADA, role: 'user' } })
    expect(screen.getByRole('link', { name: 'Shops' }).getAttribute('href')).toBe('/teams?open=t-1#t-1')
  })
})

describe('a state as a dot', () => {
  it.each([
    ['deployment', 'running', 'Running', 'full'],
    ['deployment', 'failed', 'Failed', 'cross'],
    ['task', 'running', 'Running', 'half'],
    ['task', 'pending', 'Pending', 'ring'],
    ['place', 'maintenance', 'Maintenance', 'triangle'],
    ['place', 'never heard of', 'never heard of', 'ring'],
  ] as const)('%s %s is "%s" with a %s', (family, status, word, shape) => {
    renderPage(<StatusDot family={family} status={status} />)
    expect(screen.getByText(word).closest('.status')?.getAttribute('data-shape')).toBe(shape)
  })
})

it('names a panel by its heading', () => {
  renderPage(
    <Panel title="Services" level={3}>
      <p>web</p>
    </Panel>,
  )
  const panel = screen.getByRole('region', { name: 'Services' })
  expect(within(panel).getByRole('heading', { level: 3 }).textContent).toBe('Services')
})

it('says what is not known, and why', () => {
  renderPage(
    <Facts>
      <Fact name="Nodes">{0}</Fact>
      <Fact name="Memory" why="No kubeconfig yet">
        {null}
      </Fact>
      <Fact name="Address">{''}</Fact>
    </Facts>,
  )
  const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  expect(value('Nodes')).toBe('0')
  expect(value('Memory')).toBe('Not available No kubeconfig yet')
  expect(value('Address')).toBe('Not available')
})

describe('a meter', () => {
  it('says share and amount', () => {
    renderPage(<Meter label="CPU" value={5} of={8} amount="5 of 8 cores" />)
    const meter = screen.getByRole('meter', { name: 'CPU' })
    expect(meter.getAttribute('aria-valuetext')).toBe('63%, 5 of 8 cores')
    expect(meter.querySelector('[data-level]')?.getAttribute('data-level')).toBe('warn')
  })

  it.each([
    [0, 'well'],
    [0.59, 'well'],
    [0.6, 'warn'],
    [0.8, 'high'],
    [1.4, 'high'],
  ])('%s is %s', (share, level) => expect(levelOf(share)).toBe(level))

  it('of nothing is empty', () => {
    renderPage(<Meter label="CPU" value={1} of={0} amount="1 of 0" />)
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('0')
  })
})

it('draws states beside each other, with words', () => {
  renderPage(<Strip cells={['good', 'bad', 'none']} label="2 of 3" />)
  const strip = screen.getByRole('img', { name: '2 of 3' })
  expect([...strip.querySelectorAll('rect')].map((cell) => cell.getAttribute('data-tone'))).toEqual(['good', 'bad', 'none'])
})

it('copies the whole of an id and says so', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  renderPage(<CopyId id={ID} />)
  await user.click(screen.getByRole('button', { name: 'Copy 6ffd924e' }))
  expect(write).toHaveBeenCalledWith(ID)
  expect(await screen.findByText('Copied')).toBeTruthy()
})

const COLUMNS: readonly Column[] = [
  { key: 'status', title: 'Status' },
  { key: 'name', title: 'Name', main: true },
  { key: 'team', title: 'Team', from: 'wide' },
]

function Sites() {
  const [open, setOpen] = useState('')
  const row = (id: string, name: string) => (
    <Row
      key={id}
      id={id}
      name={name}
      open={open === id}
      onToggle={() => setOpen(open === id ? '' : id)}
      cells={{ status: 'well', name: <SiteLink id={id} name={name} strong />, team: <span>Shops</span> }}
      actions={<button type="button">Edit {name}</button>}
    >
      <p>all about {name}</p>
    </Row>
  )
  return (
    <RowList label="Sites" columns={COLUMNS} actions>
      <RowGroup head={<h2>Falkenstein</h2>}>
        {row('a', 'shop')}
        {row('b', 'blog')}
      </RowGroup>
    </RowList>
  )
}

describe('a list of rows', () => {
  it('is a table with heads', () => {
    renderPage(<Sites />)
    const table = screen.getByRole('table', { name: 'Sites' })
    expect(within(table).getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Open', 'Status', 'Name', 'Team', 'Actions'])
    expect(table.style.getPropertyValue('--columns-wide')).toBe('28px max-content minmax(160px, 1fr) max-content max-content')
    expect(table.style.getPropertyValue('--columns-medium')).toBe('28px max-content minmax(160px, 1fr) max-content')
    expect(screen.getByRole('heading', { name: 'Falkenstein' })).toBeTruthy()
  })

  it('opens by its chevron and by its empty part, not by what is in it', async () => {
    renderPage(<Sites />)
    const toggle = screen.getByRole('button', { name: 'Details: shop' })
    await userEvent.click(toggle)
    expect(screen.getByText('all about shop')).toBeTruthy()
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(toggle)
    expect(screen.queryByText('all about shop')).toBeNull()
    await userEvent.click(screen.getAllByText('Shops')[0] as HTMLElement)
    expect(screen.getByText('all about shop')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Edit shop' }))
    expect(screen.getByText('all about shop')).toBeTruthy()
  })

  it('is walked with j and k, o opens, and . goes to the actions', async () => {
    renderPage(<Sites />)
    await userEvent.keyboard('j')
    expect(document.activeElement?.textContent).toBe('shop')
    await userEvent.keyboard('j')
    expect(document.activeElement?.textContent).toBe('blog')
    await userEvent.keyboard('jk')
    expect(document.activeElement?.textContent).toBe('shop')
    await userEvent.keyboard('o')
    expect(screen.getByText('all about shop')).toBeTruthy()
    await userEvent.keyboard('.')
    expect(document.activeElement?.textContent).toBe('Edit shop')
  })

  it('is walked through rows that stand below another one', async () => {
    renderPage(
      <RowList label="Sites" columns={COLUMNS} actions>
        <div className="row-item">
          <div className="row-line">
            <button type="button" className="row-toggle">
              Falkenstein
            </button>
          </div>
          {['shop', 'blog'].map((name) => (
            <Row key={name} id={name} name={name} cells={{ name: <SiteLink id={name} name={name} strong /> }} />
          ))}
        </div>
      </RowList>,
    )
    const walked = []
    for (const key of 'jjjkk') {
      await userEvent.keyboard(key)
      walked.push(document.activeElement?.textContent)
    }
    expect(walked).toEqual(['Falkenstein', 'shop', 'blog', 'shop', 'Falkenstein'])
  })
})
