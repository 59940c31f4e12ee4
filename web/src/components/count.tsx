/** How many: with its unit in words; in a column, whose head names the unit, the number alone. `short` is that number. */
export function Count({ short, words }: { short: string; words: string }) {
  return (
    <span className="count number">
      <span className="count-short" aria-hidden>
        {short}
      </span>
      <span className="count-words">{words}</span>
    </span>
  )
}
