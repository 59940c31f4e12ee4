/**
 * What this tab keeps while its browser is at the identity provider: the server's ticket, what the trip is for and where
 * it leads back to. Read once; another tab has none of it.
 */

export interface ProviderTrip {
  ticket: string
  /** A sign-in, or connecting the account that is signed in. */
  purpose: 'sign-in' | 'link'
  /** Where one wanted to go; a path of the console. */
  from?: string | undefined
}

const KEY = 'provider-trip'

/** Goes to the provider. A browser that keeps nothing for a tab comes back as from another one, and is told to begin again. */
export function leave(url: string, trip: ProviderTrip): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trip))
  } catch {
    // The page that one comes back to says so.
  }
  window.location.assign(url)
}

/** What was kept, and is not kept any more. */
export function arrive(): ProviderTrip | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const trip = JSON.parse(kept ?? 'null') as Partial<ProviderTrip> | null
    if (typeof trip?.ticket !== 'string' || (trip.purpose !== 'sign-in' && trip.purpose !== 'link')) return null
    return { ticket: trip.ticket, purpose: trip.purpose, from: typeof trip.from === 'string' && /^\/(?![/\\])/.test(trip.from) ? trip.from : undefined }
  } catch {
    return null
  }
}
