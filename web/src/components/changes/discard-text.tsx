import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import { moment } from '@/lib/time'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** What a discard does; whose revision it is as soon as that is known. */
export function DiscardText({ id, number }: { id: string; number: number }) {
  const revisions = useQuery(list('/deployments/{id}/revisions', { path: { id } }, POLICY.standard))
  const target = revisions.data?.items.find((each) => each.number === number)
  const back = target ? t('discard-back-to', { number, author: target.authorName, date: moment(target.createdAt) }) : t('discard-back', { number })
  return (
    <>
      {back} {t('discard-text')}
    </>
  )
}
