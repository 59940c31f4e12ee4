import { describe, expect, it } from 'vitest'
import { ApiError, fromAnswer, fromFailure } from '@/api/error'
import { present } from './present'

const failed = (code: string, status: number, message = '') => new ApiError({ code, status, message, requestId: 'r-1' })

describe('present', () => {
  it.each([
    ['UNAUTHORIZED', 401, 'Authentication Error', 'Please log in again to continue', false],
    ['FORBIDDEN', 403, 'Access Denied', 'You do not have permission to perform this action', false],
    ['NOT_FOUND', 404, 'Not Found', 'The requested resource was not found', false],
    ['VALIDATION_ERROR', 400, 'Invalid Input', 'Please check your input and try again', false],
    ['RATE_LIMIT_EXCEEDED', 429, 'Rate Limit Exceeded', 'Too many requests. Please try again later', true],
    ['INTERNAL_SERVER_ERROR', 500, 'Server Error', 'An unexpected error occurred. Please try again later.', true],
    ['NETWORK_ERROR', 500, 'Network Error', 'Please check your internet connection and try again', true],
    ['TIMEOUT_ERROR', 504, 'Request Timeout', 'The request took too long to complete. Please try again', true],
    ['SOMETHING', 500, 'Error', 'An unexpected error occurred. Please try again later.', true],
  ])('words %s', (code, status, title, description, retryable) => {
    expect(present(failed(code, status))).toMatchObject({ title, description, retryable, requestId: 'r-1' })
  })

  it('prefers the sentence of the server', () => {
    expect(present(failed('NOT_FOUND', 404, 'No such team.'), { fallback: 'Failed' }).description).toBe('No such team.')
  })

  it('prefers the operation’s sentence for a status even to that', () => {
    expect(present(failed('VALIDATION_ERROR', 400, 'No.'), { byStatus: { 400: 'Could not create cluster.' } }).description).toBe('Could not create cluster.')
  })

  it('uses the operation’s fallback when the server said nothing of use', () => {
    for (const body of ['', '{}', '<html>502 Bad Gateway</html>']) {
      expect(present(fromAnswer(502, body, null), { fallback: 'Failed to load tasks' }).description).toBe('Failed to load tasks')
    }
  })

  // As the server really answers: a fault is always the same sentence, which says nothing about what was asked for.
  const fault = (code: string, status: number, message: string) => fromAnswer(status, JSON.stringify({ error: message, message, code, status, request_id: 'r-1', details: null }), 'r-1')

  it.each([
    ['a fault of the server', fault('INTERNAL_SERVER_ERROR', 500, 'An unexpected error occurred. Please try again later.'), 'Server Error', 'An unexpected error occurred. Please try again later.'],
    ['a time-out of the server', fault('TIMEOUT_ERROR', 504, 'The request took too long to complete. Please try again.'), 'Request Timeout', 'The request took too long to complete. Please try again'],
    ['a time-out of the browser', fromFailure(new DOMException('late', 'TimeoutError')), 'Request Timeout', 'The request took too long to complete. Please try again'],
    ['no network', fromFailure(new TypeError('Failed to fetch')), 'Network Error', 'Please check your internet connection and try again'],
  ])('says what the operation says about %s', (_, error, title, otherwise) => {
    expect(present(error, { fallback: 'Failed to restart deployment. Please try again.' })).toMatchObject({ title, description: 'Failed to restart deployment. Please try again.' })
    expect(present(error, { title: 'Failed to load tasks' })).toMatchObject({ title: 'Failed to load tasks', description: otherwise })
  })

  it.each([
    ['CONFLICT', 409, 'A task is already at work on this deployment.'],
    ['SERVICE_UNAVAILABLE', 503, 'A part of Canopy does not answer at the moment. Please try again.'],
    ['RATE_LIMIT_EXCEEDED', 429, 'Too many requests. Please try again later'],
    ['VALIDATION_ERROR', 400, 'Validation Error'],
  ])('says what the server says about %s', (code, status, message) => {
    expect(present(fault(code, status, message), { fallback: 'Failed to restart deployment. Please try again.' }).description).toBe(message)
  })

  it('does not ask to try again where that would not help', () => {
    const errors = { fallback: 'Failed to delete team. Please try again.', final: 'Failed to delete team' }
    expect(present(fromAnswer(403, '<html>Forbidden</html>', null), errors).description).toBe('Failed to delete team')
    for (const error of [fromAnswer(502, '<html>Bad Gateway</html>', null), fault('INTERNAL_SERVER_ERROR', 500, 'x'), fromFailure(new TypeError('Failed to fetch')), new Error('x')]) {
      expect(present(error, errors).description).toBe('Failed to delete team. Please try again.')
    }
    expect(present(fault('CONFLICT', 409, 'It has sites.'), errors).description).toBe('It has sites.')
  })

  it('says what could not be read, unless the network or the server says more', () => {
    const errors = { title: 'Error loading teams.', fetching: 'Failed to fetch teams' }
    for (const error of [fault('INTERNAL_SERVER_ERROR', 500, 'x'), fromAnswer(502, '<html>Bad Gateway</html>', null)]) {
      expect(present(error, errors)).toMatchObject({ title: 'Error loading teams.', description: 'Failed to fetch teams' })
    }
    expect(present(fromFailure(new TypeError('Failed to fetch')), errors).description).toBe('Please check your internet connection and try again')
    expect(present(fault('SERVICE_UNAVAILABLE', 503, 'Teams do not answer.'), errors).description).toBe('Teams do not answer.')
  })

  it('shows a refusal by right as a warning', () => {
    expect(present(failed('FORBIDDEN', 403)).tone).toBe('warning')
    expect(present(failed('CONFLICT', 409)).tone).toBe('error')
  })

  it('never shows the words of a fault in the console itself', () => {
    expect(present(new TypeError('x is undefined')).description).toBe('An unexpected error occurred. Please try again later.')
  })
})
