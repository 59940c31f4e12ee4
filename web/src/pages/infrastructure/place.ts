import type { Catalogue } from '@/api/types'

/** Where a datacenter stands: how provider, region, country, city and address follow each other in its form. */

export interface Place {
  provider: string
  region: string
  country: string
  city: string
  address: string
}

/** The provider whose place is typed by hand. */
export const CUSTOM = 'custom'

export const isCustom = (provider: string | undefined): boolean => provider === CUSTOM

/** The country that a place of one's own begins with. */
const FIRST_COUNTRY = 'DE'

type Known = Pick<Catalogue, 'providers' | 'regions' | 'countries'>

export const regionsOf = (known: Known, provider: string | undefined) => known.regions.filter((region) => region.provider === provider)

function atRegion(known: Known, provider: string, region: string | undefined): Place {
  const found = regionsOf(known, provider).find((each) => each.id === region) ?? regionsOf(known, provider)[0]
  return { provider, region: found?.id ?? '', country: found?.country ?? '', city: found?.city ?? '', address: found?.address ?? '' }
}

function inCountry(known: Known, country: string): Pick<Place, 'country' | 'region'> {
  return { country, region: known.countries.find((each) => each.code === country)?.region ?? '' }
}

/** The form as it opens: the first provider in its first region. */
export function firstPlace(known: Known): Place {
  return atProvider(known, known.providers[0]?.id ?? CUSTOM)
}

function atProvider(known: Known, provider: string): Place {
  if (!isCustom(provider)) return atRegion(known, provider, undefined)
  const country = known.countries.find((each) => each.code === FIRST_COUNTRY)?.code ?? known.countries[0]?.code ?? ''
  return { provider, ...inCountry(known, country), city: '', address: '' }
}

/** The place after one field of it was changed by hand. */
export function nextPlace(known: Known, place: Place, change: Partial<Place>): Place {
  if (change.provider !== undefined) return atProvider(known, change.provider)
  if (!isCustom(place.provider)) return change.region === undefined ? place : atRegion(known, place.provider, change.region)
  if (change.country !== undefined) return { ...place, ...inCountry(known, change.country) }
  return { ...place, ...(change.city === undefined ? {} : { city: change.city }), ...(change.address === undefined ? {} : { address: change.address }) }
}
