import './pages.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { number } from '@/lib/number'
import { texts } from '@/lib/texts'

const t = texts('pages')

/** Pages on either side of the one that is shown. */
const AROUND = 1

/** The pages to choose from: the first, the last, those around this one; a gap of one page is that page, a wider one is null. */
export function choices(page: number, last: number): (number | null)[] {
  const near = Array.from({ length: last }, (_, at) => at + 1).filter((each) => each === 1 || each === last || Math.abs(each - page) <= AROUND)
  return near.flatMap((each, at) => {
    const before = near[at - 1]
    if (before === undefined || each === before + 1) return [each]
    return each === before + 2 ? [each - 1, each] : [null, each]
  })
}

interface PagesProps {
  /** What is paged; its name. */
  label: string
  page: number
  /** Rows on one page. */
  size: number
  /** Rows in all. */
  total: number
  onChange: (page: number) => void
}

/** The pages of a list, this one marked. */
export function Pages({ label, page, size, total, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / size), page)
  return (
    <nav className="pages" aria-label={label}>
      <button type="button" disabled={page <= 1} aria-label={t('before')} title={t('before')} onClick={() => onChange(page - 1)}>
        <LeftOutlined aria-hidden />
      </button>
      {choices(page, last).map((each, at) =>
        each === null ? (
          // A gap has no name: it is what stands at this place.
          <span key={`gap-${at}`} aria-hidden>
            …
          </span>
        ) : (
          <button key={each} type="button" aria-label={t('page', { n: each })} aria-current={each === page ? 'page' : undefined} onClick={() => each !== page && onChange(each)}>
            {number(each)}
          </button>
        ),
      )}
      <button type="button" disabled={page >= last} aria-label={t('next')} title={t('next')} onClick={() => onChange(page + 1)}>
        <RightOutlined aria-hidden />
      </button>
    </nav>
  )
}
