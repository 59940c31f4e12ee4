import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** A link that looks like a button: one element, so that it can be opened in another tab and is met once by the keyboard. */
export function LinkButton({ to, state, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string; state?: unknown }) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return <Button {...props} href={href} onClick={(event) => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}
