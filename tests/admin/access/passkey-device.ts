import type { Page } from '@playwright/test'

/** Gives the browser a device with passkeys, such as a phone's own, that is unlocked by a fingerprint. */
export async function addDevice(page: Page): Promise<{ lock: () => Promise<void>; unlock: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setUserVerified = async (isUserVerified: boolean) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  return { lock: () => setUserVerified(false), unlock: () => setUserVerified(true) }
}
