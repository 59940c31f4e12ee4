import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** A link that looks like a button: one element, so that it can be opened in another tab and is met once by the keyboard. */
export function LinkButton({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  return <Button {...props} href={href} onClick={(event) => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}
