import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../tests/render'
import { CopyCurl } from './copy-curl'
import { PageHeader } from './page-header'

it('copies the call that a page shows the answer of, without a token', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  renderPage(<PageHeader title="shop" call={<CopyCurl call="/deployments/d-1" />} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as curl' }))
  expect(await screen.findByText('Command copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(`curl -H "Authorization: Bearer $CANOPY_TOKEN" '${location.origin}/api/deployments/d-1'`)
})
