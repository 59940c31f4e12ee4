import { App } from 'antd'
import { useEffect } from 'react'
import { bind } from './bound'

/** Gives the toast and confirm functions the antd instances of this tree; rendered once, inside antd's App. */
export function FeedbackHost() {
  const { notification, modal } = App.useApp()
  useEffect(() => bind({ notification, modal }), [notification, modal])
  return null
}
