// The functions and classes of Node 24 that the sandbox has by name only.
export const names = {
  child_process: 'ChildProcess exec execFile execFileSync execSync fork spawn spawnSync',
  cluster: 'Worker setupPrimary setupMaster fork disconnect',
  dgram: 'createSocket Socket',
  dns: 'lookup lookupService Resolver getDefaultResultOrder setDefaultResultOrder setServers getServers resolve '
    + 'resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa '
    + 'resolveSrv resolveTlsa resolveTxt reverse',
  'dns/promises': 'lookup lookupService Resolver getDefaultResultOrder setDefaultResultOrder setServers getServers resolve '
    + 'resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa '
    + 'resolveSrv resolveTlsa resolveTxt reverse',
  fs: 'appendFile appendFileSync access accessSync chown chownSync chmod chmodSync close closeSync copyFile '
    + 'copyFileSync cp cpSync createReadStream createWriteStream exists existsSync fchown fchownSync fchmod '
    + 'fchmodSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync '
    + 'glob globSync lchown lchownSync link linkSync lstat lstatSync lutimes lutimesSync mkdir mkdirSync mkdtemp '
    + 'mkdtempSync mkdtempDisposableSync open openSync openAsBlob readdir readdirSync read readSync readv readvSync '
    + 'readFile readFileSync readlink readlinkSync realpath realpathSync rename renameSync rm rmSync rmdir rmdirSync '
    + 'stat statfs statSync statfsSync symlink symlinkSync truncate truncateSync unwatchFile unlink unlinkSync utimes '
    + 'utimesSync watch watchFile writeFile writeFileSync write writeSync writev writevSync Dirent Stats ReadStream '
    + 'WriteStream FileReadStream FileWriteStream Utf8Stream Dir opendir opendirSync',
  'fs/promises': 'access copyFile cp glob open opendir rename truncate rm rmdir mkdir readdir readlink symlink lstat stat statfs '
    + 'link unlink chmod lchmod lchown chown utimes lutimes realpath mkdtemp mkdtempDisposable writeFile appendFile '
    + 'readFile watch',
  http: 'Agent ClientRequest IncomingMessage OutgoingMessage Server ServerResponse createServer validateHeaderName '
    + 'validateHeaderValue get request setMaxIdleHTTPParsers',
  http2: 'connect createServer createSecureServer getDefaultSettings getPackedSettings getUnpackedSettings '
    + 'performServerHandshake Http2ServerRequest Http2ServerResponse',
  https: 'Agent Server createServer get request',
  inspector: 'open close url waitForDebugger Session',
  module: 'registerHooks runMain register enableCompileCache findPackageJSON flushCompileCache getCompileCacheDir '
    + 'stripTypeScriptTypes findSourceMap SourceMap getSourceMapsSupport setSourceMapsSupport',
  net: 'BlockList SocketAddress connect createConnection createServer isIP isIPv4 isIPv6 Server Socket Stream '
    + 'getDefaultAutoSelectFamily setDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout '
    + 'setDefaultAutoSelectFamilyAttemptTimeout',
  tls: 'getCiphers getCACertificates setDefaultCACertificates convertALPNProtocols checkServerIdentity '
    + 'createSecureContext SecureContext TLSSocket Server createServer connect',
  tty: 'isatty ReadStream WriteStream',
  v8: 'cachedDataVersionTag getHeapSnapshot getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics '
    + 'getCppHeapStatistics setFlagsFromString Serializer Deserializer DefaultSerializer DefaultDeserializer '
    + 'deserialize takeCoverage stopCoverage serialize writeHeapSnapshot queryObjects setHeapSnapshotNearHeapLimit '
    + 'GCProfiler isStringOneByteRepresentation',
  vm: 'Script createContext createScript runInContext runInNewContext runInThisContext isContext compileFunction '
    + 'measureMemory',
  worker_threads: 'MessagePort MessageChannel markAsUncloneable markAsUntransferable isMarkedAsUntransferable '
    + 'moveMessagePortToContext receiveMessageOnPort postMessageToThread Worker BroadcastChannel setEnvironmentData '
    + 'getEnvironmentData',
};
