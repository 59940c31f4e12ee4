import { Button, type ButtonProps, Tooltip } from 'antd'

/** A button that can say why it cannot be used: it stays focusable, so that the reason can be read. */
export function ReasonButton({ reason, onClick, ...props }: ButtonProps & { reason: string | null | undefined }) {
  if (!reason) {
    const plain = <Button {...props} onClick={onClick} />
    // An icon alone says what it does to those who point at it, too.
    return props.children || !props['aria-label'] ? plain : <Tooltip title={props['aria-label']}>{plain}</Tooltip>
  }
  return (
    <Tooltip title={reason}>
      <Button {...props} aria-disabled className={`ant-btn-reason ${props.className ?? ''}`} style={{ ...props.style, opacity: 0.6, cursor: 'not-allowed' }} onClick={(event) => event.preventDefault()} />
    </Tooltip>
  )
}
