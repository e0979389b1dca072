import { parse } from 'acorn';

/** Programs are walked, never made into code: what is not in this file, they cannot do. */
const mostSteps = 1_000_000;
const hiddenMembers = new Set(['constructor', '__proto__', 'prototype', 'caller', 'callee', 'arguments']);

class Scope {
  readonly names = new Map<string, { value: any; isConstant: boolean }>();
  constructor(readonly parent?: Scope) {}

  find(name: string) {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const slot = scope.names.get(name);
      if (slot) return slot;
    }
    throw new ReferenceError(`${name} is not defined`);
  }
  declare(name: string, value: any, isConstant = false) {
    this.names.set(name, { value, isConstant });
  }
}

type Completion = { kind: 'return' | 'break' | 'continue'; value?: any } | undefined;

export class Interpreter {
  /** Where statements begin, all and those that ran. */
  readonly statements = new Set<number>();
  readonly seen = new Set<number>();
  private steps = 0;
  private exported: Map<string, any> = new Map();

  constructor(private readonly load: (name: string) => Map<string, any>, private readonly given: Map<string, any>) {}

  /** Runs a module; what it exports, by name. */
  run(source: string): Map<string, any> {
    const program: any = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
    this.count(program.body);
    const scope = new Scope();
    for (const [name, value] of this.given) scope.declare(name, value, true);
    this.block(program.body, scope);
    return this.exported;
  }

  private count(node: any): void {
    if (!node || typeof node !== 'object') return;
    // A function's declaration runs nothing.
    if (/Statement$|^VariableDeclaration$/.test(node.type) && !/^(Block|Empty)/.test(node.type)) this.statements.add(node.start);
    for (const part of Object.values(node)) this.count(part);
  }

  private key(node: any, scope: Scope): string {
    const key = node.computed ? this.value(node.property ?? node.key, scope) : ((node.property ?? node.key).name ?? (node.property ?? node.key).value);
    if (hiddenMembers.has(String(key))) throw new TypeError(`${String(key)} cannot be reached here`);
    return key;
  }

  private hoist(statements: any[], scope: Scope): void {
    for (const each of statements) {
      const statement = each.type === 'ExportNamedDeclaration' && each.declaration ? each.declaration : each;
      if (statement.type === 'FunctionDeclaration') scope.declare(statement.id.name, this.makeFunction(statement, scope));
    }
  }

  private block(statements: any[], scope: Scope): Completion {
    this.hoist(statements, scope);
    for (const statement of statements) {
      const done = this.statement(statement, scope);
      if (done) return done;
    }
    return undefined;
  }

  private bind(pattern: any, value: any, scope: Scope, isConstant: boolean, isNew = true): void {
    if (pattern.type === 'Identifier' && isNew) scope.declare(pattern.name, value, isConstant);
    else if (pattern.type === 'Identifier' || pattern.type === 'MemberExpression') this.assign(pattern, value, scope);
    else if (pattern.type === 'AssignmentPattern') this.bind(pattern.left, value === undefined ? this.value(pattern.right, scope) : value, scope, isConstant, isNew);
    else if (pattern.type === 'ArrayPattern') {
      const items = [...value];
      pattern.elements.forEach((element: any, at: number) => {
        if (element?.type === 'RestElement') this.bind(element.argument, items.slice(at), scope, isConstant, isNew);
        else if (element) this.bind(element, items[at], scope, isConstant, isNew);
      });
    } else if (pattern.type === 'ObjectPattern') {
      const taken = new Set<string>();
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !taken.has(name)));
          this.bind(property.argument, rest, scope, isConstant, isNew);
          continue;
        }
        const key = this.key(property, scope);
        taken.add(key);
        this.bind(property.value, Reflect.get(Object(value), key), scope, isConstant, isNew);
      }
    } else throw new SyntaxError(`${pattern.type} is not supported`);
  }

  private assign(target: any, value: any, scope: Scope): void {
    if (target.type === 'MemberExpression') {
      Reflect.set(this.value(target.object, scope), this.key(target, scope), value);
      return;
    }
    if (target.type !== 'Identifier') return this.bind(target, value, scope, false, false);
    const slot = scope.find(target.name);
    if (slot.isConstant) throw new TypeError('Assignment to constant variable.');
    slot.value = value;
  }

  private makeFunction(node: any, outer: Scope, self?: any): any {
    const interpreter = this;
    const isArrow = node.type === 'ArrowFunctionExpression';
    if (node.async || node.generator) throw new SyntaxError('async functions and generators are not supported');
    return function (this: any, ...given: any[]): any {
      const scope = new Scope(outer);
      if (!isArrow) scope.declare('this', self ?? this);
      node.params.forEach((parameter: any, at: number) => {
        if (parameter.type === 'RestElement') interpreter.bind(parameter.argument, given.slice(at), scope, false);
        else interpreter.bind(parameter, given[at], scope, false);
      });
      if (node.body.type !== 'BlockStatement') return interpreter.value(node.body, scope);
      return interpreter.block(node.body.body, scope)?.value;
    };
  }

  private makeClass(node: any, scope: Scope): any {
    if (node.superClass) throw new SyntaxError('classes that extend others are not supported');
    const methods = node.body.body;
    const first = methods.find((each: any) => each.kind === 'constructor');
    const make = (...given: any[]) => {
      const object: any = {};
      for (const each of methods) {
        if (each.static || each.kind === 'get' || each.kind === 'set') throw new SyntaxError('static members, getters and setters are not supported');
        if (each === first) continue;
        const inner = new Scope(scope);
        inner.declare('this', object);
        const value = each.type === 'PropertyDefinition' ? each.value && this.value(each.value, inner) : this.makeFunction(each.value, scope, object);
        Object.defineProperty(object, this.key(each, scope), { value, writable: true, configurable: true, enumerable: each.type === 'PropertyDefinition' });
      }
      if (first) this.makeFunction(first.value, scope, object)(...given);
      return object;
    };
    return { make };
  }

  private statement(node: any, scope: Scope): Completion {
    if (++this.steps > mostSteps) throw new RangeError('the program takes too long');
    if (this.statements.has(node.start)) this.seen.add(node.start);
    switch (node.type) {
      case 'ExpressionStatement':
        this.value(node.expression, scope);
        return undefined;
      case 'VariableDeclaration':
        for (const each of node.declarations) this.bind(each.id, each.init ? this.value(each.init, scope) : undefined, scope, node.kind === 'const');
        return undefined;
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return undefined;
      case 'ClassDeclaration':
        scope.declare(node.id.name, this.makeClass(node, scope));
        return undefined;
      case 'ReturnStatement':
        return { kind: 'return', value: node.argument ? this.value(node.argument, scope) : undefined };
      case 'BreakStatement':
        return { kind: 'break' };
      case 'ContinueStatement':
        return { kind: 'continue' };
      case 'ThrowStatement':
        throw this.value(node.argument, scope);
      case 'BlockStatement':
        return this.block(node.body, new Scope(scope));
      case 'IfStatement': {
        const taken = this.value(node.test, scope) ? node.consequent : node.alternate;
        return taken ? this.statement(taken, scope) : undefined;
      }
      case 'TryStatement':
        return this.attempt(node, scope);
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
        return this.link(node, scope);
      default:
        return this.loop(node, scope);
    }
  }

  private attempt(node: any, scope: Scope): Completion {
    let done: Completion;
    try {
      done = this.statement(node.block, scope);
    } catch (error) {
      if (!node.handler) throw error;
      const inner = new Scope(scope);
      if (node.handler.param) this.bind(node.handler.param, error, inner, false);
      done = this.statement(node.handler.body, inner);
    } finally {
      if (node.finalizer) this.statement(node.finalizer, scope);
    }
    return done;
  }

  private link(node: any, scope: Scope): Completion {
    if (node.type === 'ImportDeclaration') {
      const exports = this.load(node.source.value);
      for (const each of node.specifiers) {
        if (each.type !== 'ImportSpecifier') throw new SyntaxError('only names in braces can be imported');
        if (!exports.has(each.imported.name)) throw new SyntaxError(`${node.source.value} does not export ${each.imported.name}`);
        scope.declare(each.local.name, exports.get(each.imported.name), true);
      }
      return undefined;
    }
    if (node.declaration) {
      this.statement(node.declaration, scope);
      const names = node.declaration.id ? [node.declaration.id.name] : node.declaration.declarations.map((each: any) => each.id.name);
      for (const name of names) this.exported.set(name, scope.find(name).value);
    }
    for (const each of node.specifiers) this.exported.set(each.exported.name, scope.find(each.local.name).value);
    return undefined;
  }

  private loop(node: any, scope: Scope): Completion {
    const inner = new Scope(scope);
    const turn = (around: Scope): Completion => {
      const done = this.statement(node.body, around);
      return done?.kind === 'continue' ? undefined : done;
    };
    if (node.type === 'ForOfStatement') {
      for (const value of this.value(node.right, scope)) {
        const each = new Scope(scope);
        if (node.left.type === 'VariableDeclaration') this.bind(node.left.declarations[0].id, value, each, false);
        else this.assign(node.left, value, each);
        const done = turn(each);
        if (done) return done.kind === 'break' ? undefined : done;
      }
      return undefined;
    }
    if (node.type !== 'ForStatement' && node.type !== 'WhileStatement') throw new SyntaxError(`${node.type} is not supported`);
    if (node.init) node.init.type === 'VariableDeclaration' ? this.statement(node.init, inner) : this.value(node.init, inner);
    while (!node.test || this.value(node.test, inner)) {
      const done = turn(inner);
      if (done) return done.kind === 'break' ? undefined : done;
      if (node.update) this.value(node.update, inner);
    }
    return undefined;
  }

  private list(nodes: any[], scope: Scope): any[] {
    return nodes.flatMap((each) => (each.type === 'SpreadElement' ? [...this.value(each.argument, scope)] : [this.value(each, scope)]));
  }

  private value(node: any, scope: Scope): any {
    if (++this.steps > mostSteps) throw new RangeError('the program takes too long');
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'Identifier':
        return node.name === 'undefined' ? undefined : scope.find(node.name).value;
      case 'ThisExpression':
        return scope.find('this').value;
      case 'TemplateLiteral':
        return node.quasis.map((each: any, at: number) => each.value.cooked + (at < node.expressions.length ? String(this.value(node.expressions[at], scope)) : '')).join('');
      case 'ArrayExpression':
        return this.list(node.elements, scope);
      case 'ObjectExpression':
        return this.object(node, scope);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return this.makeFunction(node, scope);
      case 'ChainExpression':
        return this.value(node.expression, scope);
      case 'MemberExpression':
        return this.member(node, scope).value;
      case 'CallExpression':
        return this.call(node, scope);
      case 'NewExpression':
        return this.construct(node, scope);
      case 'ConditionalExpression':
        return this.value(this.value(node.test, scope) ? node.consequent : node.alternate, scope);
      case 'SequenceExpression':
        return node.expressions.map((each: any) => this.value(each, scope)).at(-1);
      default:
        return this.operation(node, scope);
    }
  }

  private object(node: any, scope: Scope): any {
    const object: any = {};
    for (const each of node.properties) {
      if (each.type === 'SpreadElement') Object.assign(object, this.value(each.argument, scope));
      else Object.defineProperty(object, this.key(each, scope), { value: this.value(each.value, scope), writable: true, configurable: true, enumerable: true });
    }
    return object;
  }

  private member(node: any, scope: Scope): { object: any; value: any } {
    const object = this.value(node.object, scope);
    if (node.optional && (object === undefined || object === null)) return { object, value: undefined };
    const key = this.key(node, scope);
    if (object === undefined || object === null) throw new TypeError(`Cannot read properties of ${object} (reading '${String(key)}')`);
    return { object, value: Reflect.get(Object(object), key, object) };
  }

  private call(node: any, scope: Scope): any {
    const { object, value } = node.callee.type === 'MemberExpression' ? this.member(node.callee, scope) : { object: undefined, value: this.value(node.callee, scope) };
    if (value === undefined && (node.optional || node.callee.optional)) return undefined;
    if (typeof value !== 'function') throw new TypeError(`${node.callee.name ?? node.callee.property?.name ?? 'the value'} is not a function`);
    return Reflect.apply(value, object, this.list(node.arguments, scope));
  }

  private construct(node: any, scope: Scope): any {
    const made = this.value(node.callee, scope);
    if (typeof made?.make !== 'function') throw new TypeError(`${node.callee.name} is not a constructor here`);
    return made.make(...this.list(node.arguments, scope));
  }

  private operation(node: any, scope: Scope): any {
    switch (node.type) {
      case 'LogicalExpression': {
        const left = this.value(node.left, scope);
        if (node.operator === '&&') return left && this.value(node.right, scope);
        return node.operator === '||' ? left || this.value(node.right, scope) : left ?? this.value(node.right, scope);
      }
      case 'BinaryExpression':
        return compute(node.operator, this.value(node.left, scope), this.value(node.right, scope));
      case 'UnaryExpression':
        return this.unary(node, scope);
      case 'UpdateExpression': {
        const before = Number(this.value(node.argument, scope));
        const after = node.operator === '++' ? before + 1 : before - 1;
        this.assign(node.argument, after, scope);
        return node.prefix ? after : before;
      }
      case 'AssignmentExpression': {
        const operator = node.operator.slice(0, -1);
        const value = operator ? compute(operator, this.value(node.left, scope), this.value(node.right, scope)) : this.value(node.right, scope);
        this.assign(node.left, value, scope);
        return value;
      }
      default:
        throw new SyntaxError(`${node.type} is not supported`);
    }
  }

  private unary(node: any, scope: Scope): any {
    if (node.operator === 'delete') return Reflect.deleteProperty(this.value(node.argument.object, scope), this.key(node.argument, scope));
    const value = this.value(node.argument, scope);
    switch (node.operator) {
      case '!':
        return !value;
      case '-':
        return -value;
      case '+':
        return +value;
      case 'typeof':
        return typeof value;
      default:
        throw new SyntaxError(`the operator ${node.operator} is not supported`);
    }
  }
}

function compute(operator: string, left: any, right: any): any {
  switch (operator) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return left / right;
    case '%': return left % right;
    case '**': return left ** right;
    case '===': return left === right;
    case '!==': return left !== right;
    case '==': return left == right;
    case '!=': return left != right;
    case '<': return left < right;
    case '<=': return left <= right;
    case '>': return left > right;
    case '>=': return left >= right;
    case '&': return left & right;
    case '|': return left | right;
    case '^': return left ^ right;
    case '<<': return left << right;
    case '>>': return left >> right;
    case 'in': return Object.hasOwn(right, left);
    case 'instanceof': throw new SyntaxError('instanceof is not supported');
    default: throw new SyntaxError(`the operator ${operator} is not supported`);
  }
}
