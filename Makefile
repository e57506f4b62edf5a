# Dango's tasks. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

GO     ?= go
STRIP  := -trimpath -ldflags "-s -w"
STATIC := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# What the window's C part needs to be built and to run, as Debian calls it.
BUILD_NEEDS := gcc libc6-dev libx11-dev libxrandr-dev libxxf86vm-dev libxi-dev libxcursor-dev libxinerama-dev \
               libgl1 libglx-mesa0 libgl1-mesa-dri
# A desktop of one's own for the tests: server, window manager, compositor, hands, terminal.
TEST_NEEDS  := xvfb openbox picom xdotool xterm xfonts-base x11-xkb-utils x11-xserver-utils xclip nabi tmux dbus

# Packages that import the engine; they die without a display, and other systems need their own C compiler.
ENGINE := dango/game dango/game/window dango/cmd/dango
vet     = GOOS=$(1) CGO_ENABLED=0 $(GO) vet $$(GOOS=$(1) CGO_ENABLED=0 $(GO) list ./... | grep -vxF $(ENGINE:%=-e %))

# Packages with golden files. The first records OpenCode's plugin for the adapters, so they run one after the other.
GOLDEN := ./emit/hook ./ingress/adapt ./session/phase ./game/scene

.PHONY: help run build test bench plugins golden check lint fuzz demo clean need-build need-test

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

run: build ## install what is missing, build, start the pet
	@bin/dango

build: need-build ## build bin/dango, bin/dango-emit and bin/petctl
	@CGO_ENABLED=1 $(GO) build $(STRIP) -o bin/dango ./cmd/dango
	@CGO_ENABLED=0 $(GO) build $(STRIP) -o bin/ ./cmd/dango-emit ./cmd/petctl

test: need-build need-test ## all tests, also those with real windows on a private display
	DANGO_TEST_DISPLAY=required $(GO) test -timeout 20m ./...

check: need-build need-test ## format, vet for three systems, tests shuffled and under the race detector, tidy
	@test -z "$$(gofmt -s -l . | tee /dev/stderr)" || { echo "make check: run gofmt -s -w on these files" >&2; exit 1; }
	$(GO) vet ./...
	$(call vet,windows)
	$(call vet,darwin)
	$(GO) mod tidy -diff
	DANGO_TEST_DISPLAY=required CGO_ENABLED=1 $(GO) test -race -shuffle=on -timeout 40m ./...

lint: ## staticcheck at its pinned version
	$(GO) run $(STATIC) ./...

fuzz: ## every fuzz target, FUZZTIME each (10s)
	@.ci/fuzz $${FUZZTIME:-10s}

plugins: ## package the hooks as plugins for Claude Code and Codex: dist/plugins
	@CGO_ENABLED=0 $(GO) build $(STRIP) -o bin/dango-emit ./cmd/dango-emit
	@$(GO) run ./cmd/internal/plugins -out dist/plugins -helper bin/dango-emit

golden: ## write golden pictures and texts anew: look at them before you commit
	$(GO) test -count=1 -p 1 $(GOLDEN) -update

bench: need-build need-test ## measure, side by side with the budgets
	@$(GO) run ./cmd/internal/bench

demo: need-build need-test ## play recorded sessions into a real pet; pictures in out/demo
	@$(GO) run ./cmd/internal/e2e/demo -out out/demo -readme .github/screenshot.png

clean: ## remove what the tasks made
	@rm -rf bin dist out

need-build:
	@.ci/need $(BUILD_NEEDS)

need-test:
	@.ci/need $(TEST_NEEDS)
