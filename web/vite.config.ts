import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanTexts, serverTexts } from './scripts/catalogues'
import { antdStyles } from './scripts/styles'

const backend = process.env.CANOPY_BACKEND ?? 'http://127.0.0.1:8080'

/** What bff/src/web.rs sends with every page; `vite preview` sends it too, so that it is tried. Elements of antd and charts have styles of their own. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const compressible = /\.(js|css|html|svg|json)$/

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesOf(path) : [path]
  })
}

/** Writes .br and .gz next to each file, so that a server streams them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(options) {
        for (const path of filesOf(options.dir ?? 'dist').filter((file) => compressible.test(file))) {
          const bytes = readFileSync(path)
          if (bytes.length < 1024) continue
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
        }
      },
    },
  }
}

/** antd's context of forms takes its one part of the forms from their index, which would bring all of them to every page. */
function apartFromForms(): Plugin {
  return {
    name: 'apart-from-forms',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (source !== '@rc-component/form' || !/[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/.test(importer ?? '')) return null
      return this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
    },
  }
}

const proxy = {
  '/api': { target: backend, changeOrigin: false, ws: true },
  '/canopy.': { target: backend, changeOrigin: false },
}

export default defineConfig({
  plugins: [react(), apartFromForms(), antdStyles(), serverTexts(), leanTexts(), precompress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 4173, strictPort: true, proxy, headers: { 'content-security-policy': policy } },
  build: {
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/, priority: 30 },
            // What is loaded before any page is one file; each icon would be one otherwise, and so are those that are shared.
            { name: 'antd', tags: ['$initial'], test: /node_modules[\\/](antd|@ant-design|@rc-component)[\\/]/, priority: 25 },
            { name: 'icons', test: /node_modules[\\/]@ant-design[\\/]icons/, minShareCount: 2, priority: 20 },
            { name: 'rpc', test: /node_modules[\\/]@(connectrpc|bufbuild)[\\/]/, priority: 30 },
            // Our own of what is loaded before any page; what all pages inside share; and small parts that several share: a request for
            // each part would be sixty before the first rows.
            { name: 'begin', tags: ['$initial'], test: /[\\/]src[\\/]/, includeDependenciesRecursively: false, priority: 15 },
            { name: 'inside', test: /\.(tsx?|m?js|css)$/, minShareCount: 28, includeDependenciesRecursively: false, priority: 10 },
            { name: 'parts', test: /[\\/]src[\\/].*\.(tsx?|css)$/, minShareCount: 5, maxModuleSize: 4096, includeDependenciesRecursively: false, priority: 5 },
          ],
        },
      },
    },
  },
})
