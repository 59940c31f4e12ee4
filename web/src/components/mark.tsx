/** The mark: a tree whose crown is a cloud, in the colour of links; from 24 px on with its branch cut out. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
      <path d="M12 2.5a5 5 0 0 1 4.9 4.05A4.75 4.75 0 0 1 16.75 16H13v5.5h-2V16H7.25A4.75 4.75 0 0 1 7.1 6.55 5 5 0 0 1 12 2.5Z" />
      {size < 24 ? null : <path className="mark-branch" d="M12 16V8.5M12 13.5l3-2.5M12 11.8 9.2 9.6" />}
    </svg>
  )
}
