import { describe, expect, it } from 'vitest'
import { firstPlace, nextPlace, type Place, regionsOf } from './place'

const region = (provider: string, id: string, city: string, country: string) => ({ provider, id, name: id, city, country, address: `${provider} ${id}, ${city}` })

const known = {
  providers: [
    { id: 'aws', name: 'AWS' },
    { id: 'hetzner', name: 'Hetzner' },
    { id: 'custom', name: 'Custom' },
  ],
  regions: [region('aws', 'us-east-1', 'Virginia', 'US'), region('aws', 'eu-west-2', 'London', 'UK'), region('hetzner', 'eu-central', 'Falkenstein', 'DE'), region('hetzner', 'hel1', 'Helsinki', 'FI')],
  countries: [
    { code: 'AL', region: 'eu-south-1' },
    { code: 'DE', region: 'eu-central-1' },
    { code: 'FR', region: 'eu-west-3' },
    { code: 'UK', region: 'eu-west-2' },
  ],
}

const virginia: Place = { provider: 'aws', region: 'us-east-1', country: 'US', city: 'Virginia', address: 'aws us-east-1, Virginia' }
const london: Place = { provider: 'aws', region: 'eu-west-2', country: 'UK', city: 'London', address: 'aws eu-west-2, London' }
const falkenstein: Place = { provider: 'hetzner', region: 'eu-central', country: 'DE', city: 'Falkenstein', address: 'hetzner eu-central, Falkenstein' }
const own: Place = { provider: 'custom', region: 'eu-central-1', country: 'DE', city: '', address: '' }
const filled: Place = { ...own, city: 'Bonn', address: 'Adenauerallee 1' }

describe('a datacenter form', () => {
  it('opens at the first region of the first provider', () => {
    expect(firstPlace(known)).toEqual(virginia)
  })

  it('opens with nothing when nothing can be chosen', () => {
    expect(firstPlace({ providers: [], regions: [], countries: [] })).toEqual({ provider: 'custom', region: '', country: '', city: '', address: '' })
  })

  it('offers the regions of its provider', () => {
    expect(regionsOf(known, 'hetzner').map((each) => each.id)).toEqual(['eu-central', 'hel1'])
    expect(regionsOf(known, 'custom')).toEqual([])
  })

  it.each<[string, Place, Partial<Place>, Place]>([
    ['a provider sets its first region and fills the rest', virginia, { provider: 'hetzner' }, falkenstein],
    ['another region fills the rest again', virginia, { region: 'eu-west-2' }, london],
    ['a region that the provider has not is its first one', london, { region: 'hel1' }, virginia],
    ['city, address and country of a provider cannot be typed', virginia, { city: 'Paris', address: 'x', country: 'FR' }, virginia],
    ['custom empties city and address and begins in Germany', london, { provider: 'custom' }, own],
    ['the region of custom follows the country', filled, { country: 'FR' }, { ...filled, country: 'FR', region: 'eu-west-3' }],
    ['the region of custom cannot be chosen', filled, { region: 'eu-west-3' }, filled],
    ['city and address of custom are typed', own, { city: 'Bonn', address: 'Adenauerallee 1' }, filled],
    ['back from custom to a provider forgets what was typed', filled, { provider: 'aws' }, virginia],
    ['a name changes no place', filled, {}, filled],
  ])('%s', (_, before, change, after) => {
    expect(nextPlace(known, before, change)).toEqual(after)
  })
})
