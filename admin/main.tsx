import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/frame/fonts.css'
import './app/frame/base.css'
import './app/frame/forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { cleanInsertedText } from '@shop/contract/text/clean-input'
import { followTranslation } from '@shop/contract/text/translated-texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { registerResend } from './app/changes/changes.ts'
import { Notices } from './app/changes/notices.tsx'
import { emptyRemovedDevice } from './app/fair-storage.ts'
import { cssVariables, styleNonce, theme } from './app/frame/theme.ts'
import { queryClient } from './app/query-client.ts'
import { ROUTES } from './routes.tsx'

registerResend(queryClient)
cleanInsertedText(document)
followTranslation(document)
void emptyDeviceOfRemoved()
window.addEventListener('online', emptyDeviceOfRemoved)
const router = createBrowserRouter(ROUTES, { basename: '/admin' })
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place for the application')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notices />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

/** The page of a fair shows what it has read from the device. */
async function emptyDeviceOfRemoved(): Promise<void> {
  const isEmptied = await emptyRemovedDevice().catch(() => false)
  if (isEmptied) window.location.reload()
}
