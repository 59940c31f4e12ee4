import { Button, type ButtonProps } from 'antd'
import { hint } from './hint/hint'

/** A button that can say why it cannot be used: it stays focusable, so that the reason can be read. */
export function ReasonButton({ reason, onClick, ...props }: ButtonProps & { reason: string | null | undefined }) {
  // An icon alone says what it does to those who point at it, too.
  if (!reason) return <Button {...props} {...hint(props.children ? undefined : props['aria-label'])} onClick={onClick} />
  return <Button {...props} {...hint(reason)} aria-disabled className={`ant-btn-reason ${props.className ?? ''}`} style={{ ...props.style, opacity: 0.6, cursor: 'not-allowed' }} onClick={(event) => event.preventDefault()} />
}
